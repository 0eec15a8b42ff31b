import type { PracticeFigures } from '#contract/practice.ts'
import { formatCount, formatMoney, formatRating } from '#web/platform/formats.ts'
import CalendarDays from '~icons/lucide/calendar-days'
import Hourglass from '~icons/lucide/hourglass'
import Star from '~icons/lucide/star'
import Wallet from '~icons/lucide/wallet'

type PracticeCardsProps = {
  figures: PracticeFigures
  /** For a professional: counts only their own appointments. */
  isOwn: boolean
}

export function PracticeCards({ figures, isOwn }: PracticeCardsProps) {
  const { appointments, pending, averageRating, totalReviews, incomeCents, month } = figures
  const cards = [
    { label: 'Total de citas', value: formatCount(appointments), Icon: CalendarDays },
    { label: 'Citas pendientes', value: formatCount(pending), Icon: Hourglass },
    {
      label: 'Calificación promedio',
      value: totalReviews === 0 ? '–' : formatRating(averageRating),
      note: `${isOwn ? 'del centro, ' : ''}de ${totalReviews === 1 ? '1 opinión' : `${formatCount(totalReviews)} opiniones`}`,
      Icon: Star,
    },
    ...(incomeCents === null
      ? []
      : [
          {
            label: 'Ingresos totales',
            value: formatMoney(incomeCents),
            note: 'de consultas y cancelaciones tardías, antes de la comisión',
            Icon: Wallet,
          },
        ]),
  ]
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2 sm:grid-cols-2 sm:gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {cards.map(({ label, value, note, Icon }) => (
          <div
            key={label}
            className="grid content-start gap-x-4 gap-y-1 rounded-card border border-line bg-panel px-4 py-3 max-sm:grid-cols-[1fr_auto] cramped:grid-cols-1 max-sm:items-center sm:py-4"
          >
            <dt className="flex items-center gap-2 text-ink-soft">
              <Icon aria-hidden="true" className="size-5 text-action" />
              {label}
            </dt>
            <dd className="font-display text-2xl font-heading tabular-nums">{value}</dd>
            {note && <dd className="text-sm text-ink-soft max-sm:col-span-full">{note}</dd>}
          </div>
        ))}
      </dl>
      <p className="text-ink-soft">
        Este mes:{' '}
        <strong className="text-ink tabular-nums">
          {formatCount(month.completed)} {month.completed === 1 ? 'completada' : 'completadas'}
        </strong>{' '}
        y{' '}
        <strong className="text-ink tabular-nums">
          {formatCount(month.pending)} {month.pending === 1 ? 'pendiente' : 'pendientes'}
        </strong>
        .
      </p>
    </div>
  )
}
