import { brand } from '#contract/brand.ts'
import type { Redemption } from '#contract/loyalty.ts'
import { isHandedOver, type RedemptionStatus } from '#contract/loyalty-words.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { dayWords, termsBeside } from '#web/platform/discount-words.ts'
import { formatCount, formatDate } from '#web/platform/formats.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { DeskCode } from '#web/ui/desk-code.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const statuses: Record<RedemptionStatus, { label: string; tone: 'green' | 'neutral' | 'amber' }> = {
  pending: { label: 'Disponible', tone: 'green' },
  used: { label: 'Usado', tone: 'neutral' },
  expired: { label: 'Expirado', tone: 'amber' },
}

export function RedemptionsList() {
  const { queries } = useApi()
  const pages = useCursorList(queries.loyalty.redemptions, {})
  return (
    <div className="grid gap-4">
      <CursorList
        pages={pages}
        loading="Cargando tus recompensas"
        failed="No se pudieron cargar las recompensas"
        skeletons={<Skeleton className="h-24" />}
        moreClass=""
        empty={
          <EmptyState
            drawing="gift"
            title="Todavía no canjeaste recompensas"
            heading="h3"
            action={
              <Anchor href="/loyalty" className={buttonClass({ variant: 'secondary' })}>
                Ver las recompensas
              </Anchor>
            }
          >
            Las que canjees aparecen aquí, listas para tu próxima cita.
          </EmptyState>
        }
      >
        {(redemption) => <RedemptionRow key={redemption.id} redemption={redemption} />}
      </CursorList>
    </div>
  )
}

function RedemptionRow({ redemption }: { redemption: Redemption }) {
  const { rewardName, pointsUsed, status, redeemedAt, validUntil, usedAt, deskCode, description, provider } = redemption
  const isForDesk = isHandedOver(redemption.rewardType)
  const { label, tone } = statuses[status]
  const terms = termsBeside(rewardName, redemption)
  return (
    <li className="grid gap-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <div className="grid gap-0.5">
        <strong className="wrap-anywhere">{rewardName}</strong>
        <span className="text-sm text-ink-soft">
          {[terms, `${formatCount(pointsUsed)} puntos, el ${formatDate(redeemedAt)}`].filter(Boolean).join(' · ')}
        </span>
        {status === 'pending' && (
          <span className="text-sm">
            {validUntil ? `Vence el ${dayWords(validUntil)}. ` : ''}
            {isForDesk ? (
              `Te la entrega ${provider?.name ?? brand.name}.`
            ) : (
              <>
                Elígela al pagar una cita desde{' '}
                <Anchor href="/dashboard" className="link">
                  tu dashboard
                </Anchor>
                .
              </>
            )}
          </span>
        )}
        {description !== null && isForDesk && <span className="text-sm wrap-anywhere">{description}</span>}
        {deskCode !== null && <DeskCode code={deskCode} isHandedOver={isForDesk} />}
        {usedAt && (
          <span className="text-sm">{`${isForDesk ? 'Te la entregaron' : 'La usaste'} el ${formatDate(usedAt)}.`}</span>
        )}
      </div>
      <Badge tone={tone} className="justify-self-start">
        {label}
      </Badge>
    </li>
  )
}
