import { useMutation } from '@tanstack/react-query'
import type { Promotion, PromotionState } from '#contract/promotions.ts'
import { useApi } from '#web/platform/api.ts'
import { dayWords, discountWords } from '#web/platform/discount-words.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { CopyCode } from './copy-code.tsx'

const states: Record<PromotionState, { label: string; tone: BadgeTone }> = {
  active: { label: 'Activa', tone: 'green' },
  inactive: { label: 'Inactiva', tone: 'neutral' },
  upcoming: { label: 'Por empezar', tone: 'blue' },
  ended: { label: 'Terminada', tone: 'neutral' },
  used_up: { label: 'Agotada', tone: 'amber' },
}

export function PromotionRow({ promotion, onEdit }: { promotion: Promotion; onEdit: () => void }) {
  const { queries } = useApi()
  const updating = useMutation(queries.promotions.update.mutationOptions())
  const { id: promotionId, name, code, isActive, isPublic, state, can } = promotion
  const { label, tone } = states[state]

  async function setActive(next: boolean): Promise<void> {
    try {
      await updating.mutateAsync({ promotionId, isActive: next })
      toast({
        kind: 'success',
        title: 'Promoción actualizada',
        description: `${code} quedó ${next ? 'activa' : 'inactiva'}.`,
        action: { label: 'Deshacer', onPress: () => void setActive(!next) },
      })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo actualizar la promoción', description: errorMessage(error) })
    }
  }

  return (
    <li className="grid gap-3 px-4 py-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-6">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base wrap-anywhere">{name}</h3>
          <Badge tone={tone}>{label}</Badge>
          {isPublic && <Badge tone="action">Publicada</Badge>}
        </div>
        <p>{discountWords(promotion)}</p>
        <p className="text-sm text-ink-soft">{termsOf(promotion)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CopyCode code={code} />
        <Button variant="secondary" size="small" aria-label={`Editar ${code}`} {...opensDialog} onClick={onEdit}>
          Editar
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-label={`${isActive ? 'Desactivar' : 'Activar'} ${code}`}
          pending={updating.isPending}
          disabled={!isActive && !can.activate}
          title={!isActive && !can.activate ? 'La activa una administradora o un administrador' : undefined}
          onClick={() => void setActive(!isActive)}
        >
          {isActive ? 'Desactivar' : 'Activar'}
        </Button>
      </div>
    </li>
  )
}

function termsOf({
  usedCount,
  usageLimit,
  perPersonLimit,
  minimumCents,
  startsOn,
  validUntil,
  state,
}: Promotion): string {
  const uses = usageLimit === null ? formatCount(usedCount) : `${formatCount(usedCount)} de ${formatCount(usageLimit)}`
  return [
    `Usos: ${uses}`,
    perPersonLimit === 1 ? 'uno por persona' : `hasta ${perPersonLimit} por persona`,
    ...(minimumCents > 0 ? [`a partir de ${formatMoney(minimumCents)}`] : []),
    ...(state === 'upcoming' ? [`desde el ${dayWords(startsOn)}`] : []),
    ...(validUntil ? [`hasta el ${dayWords(validUntil)}`] : []),
  ].join(' · ')
}
