import type { PriceLine } from '#contract/checkouts.ts'
import { Price } from '#web/ui/price.tsx'

export function PriceLines({ lines, totalCents }: { lines: readonly PriceLine[]; totalCents: number }) {
  return (
    <dl className="grid gap-2">
      {lines.map(({ kind, label, amountCents }) => (
        <div key={`${kind} ${label}`} className="flex items-baseline justify-between gap-4">
          <dt>{label}</dt>
          <dd className="tabular-nums">
            <Price cents={amountCents} />
          </dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2">
        <dt className="font-medium">{lines.some(({ kind }) => kind === 'rest') ? 'Seña' : 'Total'}</dt>
        <dd className="text-lg">
          <Price cents={totalCents} />
        </dd>
      </div>
    </dl>
  )
}
