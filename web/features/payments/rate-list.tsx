import { formatPercent } from '#web/platform/format-percent.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'

type Rates = {
  today: string
  firstPercent: number
  /** The latest first. */
  rates: readonly { id: string; ratePercent: number; appliesFrom: string }[]
}

/** The rates of a centre with the day from which each applies. Renders nothing for a centre that still has only its first rate. */
export function RateList({ today, firstPercent, rates }: Rates) {
  if (rates.length === 0) return null
  const inForce = rates.find(({ appliesFrom }) => appliesFrom <= today)
  return (
    <ul aria-label="Historial de la comisión" className="divide-y divide-line rounded-card border border-line bg-panel">
      {rates.map(({ id, ratePercent, appliesFrom }) => (
        <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2">
          <strong className="w-14 shrink-0 tabular-nums">{formatPercent(ratePercent)}</strong>
          <span className="grow">desde el {formatDate(appliesFrom)}</span>
          {id === inForce?.id && <Badge tone="green">Vigente</Badge>}
          {appliesFrom > today && <Badge>Próxima</Badge>}
        </li>
      ))}
      <li className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2">
        <strong className="w-14 shrink-0 tabular-nums">{formatPercent(firstPercent)}</strong>
        <span className="grow">desde el registro</span>
        {!inForce && <Badge tone="green">Vigente</Badge>}
      </li>
    </ul>
  )
}
