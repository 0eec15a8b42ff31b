import { brand } from '#contract/brand.ts'
import { rebookedDays } from '#contract/commission-statuses.ts'
import type { Commission } from '#contract/payments.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { formatPercent } from '#web/platform/format-percent.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const perPage = 10
const statuses = {
  pending: { label: 'Por pagar', tone: 'amber' },
  paid: { label: 'Pagada', tone: 'green' },
  cancelled: { label: 'Sin efecto', tone: 'neutral' },
} as const

/** Nothing is left to pay of a commission that was taken from the payment. */
const taken = { label: 'Descontada', tone: 'green' } as const

/** Why a commission was charged, unless the consultation took place. */
const origins = { completed: undefined, late_cancellation: 'Cancelación tardía', no_show: 'Inasistencia' } as const

/**
 * One commission for each completed consultation that was booked through the marketplace, and for each payment that the
 * centre keeps after a late cancellation or a no-show; the centre's own bookings have none.
 */
export function Commissions({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const pages = useCursorList(queries.payments.commissions, { centerId, limit: perPage })
  const { first: sums } = pages
  return (
    <section aria-labelledby="commissions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="commissions">Comisiones</h3>
      {sums && (
        <p className="text-ink-soft">
          {sums.owedCents < 0 ? `${brand.name} te debe ` : 'Debes '}
          <strong className="text-ink tabular-nums">{formatMoney(Math.abs(sums.owedCents))}</strong>
          {sums.paidCents < 0 ? ' y te pagó ' : ' y pagaste '}
          <strong className="text-ink tabular-nums">{formatMoney(Math.abs(sums.paidCents))}</strong>. Las citas que
          agendas tú no tienen comisión, salvo las que reemplazan, dentro de {rebookedDays} días, una reserva del
          paciente que cancelaste o a la que no vino. Si con ella no reemplazabas nada, escríbenos desde Contacto. De
          una cancelación tardía o una inasistencia, la comisión es sobre lo que conservas. Las promociones y
          recompensas de {brand.name} las paga {brand.name}: te las acredita en la comisión de esa cita.
        </p>
      )}
      <CursorList
        pages={pages}
        loading="Cargando comisiones"
        failed="No se pudieron cargar las comisiones"
        skeletons={<Skeleton className="h-40" />}
        empty={<p className="text-ink-soft">Todavía no hay comisiones.</p>}
        moreLabel="Ver más comisiones"
      >
        {(commission) => <CommissionRow key={commission.id} commission={commission} />}
      </CursorList>
    </section>
  )
}

function CommissionRow({ commission }: { commission: Commission }) {
  const {
    startsAt,
    replacedStartsAt,
    serviceName,
    professionalName,
    paymentCents,
    commissionCents,
    creditCents,
    withheldCents,
    ratePercent,
    origin,
    status,
    reference,
  } = commission
  const isTaken = status === 'pending' && withheldCents > 0 && commissionCents === creditCents + withheldCents
  const { label, tone } = isTaken ? taken : statuses[status]
  return (
    <li tabIndex={-1} className="-outline-offset-3 flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3">
      <span className="min-w-48 grow">
        <span className="block">{serviceName}</span>
        <span className="block text-sm text-ink-soft">
          {[
            formatDate(startsAt),
            professionalName,
            origins[origin],
            replacedStartsAt && `reemplaza la cita del ${formatDate(replacedStartsAt)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="text-sm text-ink-soft tabular-nums sm:text-right">
        {formatPercent(ratePercent)} de {formatMoney(paymentCents)}
        {(creditCents > 0 || withheldCents > 0) && <span className="block">{formatMoney(commissionCents)}</span>}
        {creditCents > 0 && <span className="block">{`− ${formatMoney(creditCents)} que paga ${brand.name}`}</span>}
        {withheldCents > 0 && (
          <span className="block">{`− ${formatMoney(withheldCents)} que se descontó del pago en línea`}</span>
        )}
      </span>
      <strong className="text-right tabular-nums max-sm:order-last max-sm:ml-auto sm:w-24">
        {formatMoney(commissionCents - creditCents - withheldCents)}
      </strong>
      <span className="sm:w-28 sm:text-right">
        <Badge tone={tone} icon={null}>
          {label}
        </Badge>
        {reference && <span className="block text-sm wrap-anywhere text-ink-soft">{reference}</span>}
      </span>
    </li>
  )
}
