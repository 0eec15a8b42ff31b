import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brand } from '#contract/brand.ts'
import type { RewardState, StaffReward } from '#contract/loyalty.ts'
import { HandoverDialog } from '#web/features/loyalty/handover-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { dayWords, rewardWords } from '#web/platform/discount-words.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatCount } from '#web/platform/formats.ts'
import { latestOf } from '#web/platform/use-edited.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import Plus from '~icons/lucide/plus'

import { RewardDialog } from './reward-dialog.tsx'

const states: Record<RewardState, { label: string; tone: BadgeTone }> = {
  active: { label: 'Activa', tone: 'green' },
  paused: { label: 'Pausada', tone: 'neutral' },
  upcoming: { label: 'Por empezar', tone: 'blue' },
  ended: { label: 'Terminada', tone: 'neutral' },
  awaiting: { label: 'Espera al centro', tone: 'amber' },
  sold_out: { label: 'Agotada', tone: 'neutral' },
}

export function RewardsSection() {
  const { queries } = useApi()
  const query = useQuery(queries.loyalty.staffRewards.queryOptions())
  const [openReward, setOpenReward] = useState<StaffReward | 'new'>()
  const [isHandingOver, setIsHandingOver] = useState(false)
  const items = query.data?.items
  const createButton = (
    <Button icon={<Plus aria-hidden="true" />} {...opensDialog} onClick={() => setOpenReward('new')}>
      Crear recompensa
    </Button>
  )
  return (
    <div className="grid max-w-5xl gap-4">
      {!items && (
        <Pending query={query} loading="Cargando las recompensas" failed="No se pudieron cargar las recompensas">
          <Skeleton className="h-40" />
        </Pending>
      )}
      {items?.length === 0 && (
        <EmptyState drawing="gift" title="Todavía no hay recompensas" heading="h3" action={createButton}>
          Los pacientes las canjean con sus puntos y las usan al pagar una cita, o las retiran con su código.{' '}
          {brand.name} le acredita el descuento al centro.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" {...opensDialog} onClick={() => setIsHandingOver(true)}>
              Entregar con un código
            </Button>
            {createButton}
          </div>
          <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
            {items.map((reward) => (
              <RewardRow key={reward.id} reward={reward} onEdit={() => setOpenReward(reward)} />
            ))}
          </ul>
        </>
      )}
      <HandoverDialog centerId={null} showsLast open={isHandingOver} onClose={() => setIsHandingOver(false)} />
      {openReward && (
        <RewardDialog
          key={openReward === 'new' ? 'new' : openReward.id}
          reward={openReward === 'new' ? undefined : latestOf(items ?? [], openReward)}
          giftLimitCents={query.data?.giftLimitCents ?? null}
          onClose={() => setOpenReward(undefined)}
        />
      )}
    </div>
  )
}

function RewardRow({ reward, onEdit }: { reward: StaffReward; onEdit: () => void }) {
  const { queries } = useApi()
  const setRewardActive = useMutation(queries.loyalty.setRewardActive.mutationOptions())
  const { id: rewardId, name, pointsCost, isActive, state, startsOn, validUntil, redeemed, used, can, stock } = reward

  async function setActive(next: boolean): Promise<void> {
    try {
      await setRewardActive.mutateAsync({ rewardId, isActive: next })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo cambiar la recompensa', description: errorMessage(error) })
      return
    }
    toast({
      kind: 'success',
      title: next ? 'Recompensa activa' : 'Recompensa pausada',
      description: name,
      action: { label: 'Deshacer', onPress: () => void setActive(!next) },
    })
  }

  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-base wrap-anywhere">{name}</h3>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </div>
        <p>{`${rewardWords(reward)} por ${formatCount(pointsCost)} puntos`}</p>
        <p className="text-sm text-ink-soft">
          {`Desde el ${dayWords(startsOn)}${validUntil ? ` hasta el ${dayWords(validUntil)}` : ''} · ${countWords({ redeemed, used })}${stock === null ? '' : ` de ${formatCount(stock)}`}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-label={`Editar ${name}`} {...opensDialog} onClick={onEdit}>
          Editar
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-label={`${isActive ? 'Pausar' : 'Reanudar'} ${name}`}
          pending={setRewardActive.isPending}
          disabled={!isActive && !can.resume}
          title={!isActive && !can.resume ? 'La reanuda una administradora o un administrador' : undefined}
          onClick={() => void setActive(!isActive)}
        >
          {isActive ? 'Pausar' : 'Reanudar'}
        </Button>
      </div>
    </li>
  )
}

/** The words are «Sin canjes», «1 canje, usado», «12 canjes, 5 usados». */
function countWords({ redeemed, used }: Pick<StaffReward, 'redeemed' | 'used'>): string {
  if (redeemed === 0) return 'Sin canjes'
  if (redeemed === 1) return used === 1 ? '1 canje, usado' : '1 canje, sin usar'
  return `${formatCount(redeemed)} canjes, ${formatCount(used)} ${used === 1 ? 'usado' : 'usados'}`
}
