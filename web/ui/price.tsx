import { classNames } from './class-names.ts'

export type PriceProps = {
  /** Integer cents of UYU; null reads "Consultar". */
  cents: number | null
  /** Adds "desde" before the price. */
  from?: boolean
  className?: string
}

const whole = new Intl.NumberFormat('es-UY', { maximumFractionDigits: 0, useGrouping: 'always' })
const withCents = new Intl.NumberFormat('es-UY', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
})

function format(cents: number): string {
  const amount = (cents % 100 === 0 ? whole : withCents).format(Math.abs(cents) / 100)
  return `${cents < 0 ? '−' : ''}$\u00a0${amount}`
}

export function Price({ cents, from, className }: PriceProps) {
  if (cents === null) return <span className={classNames('text-ink-soft', className)}>Consultar</span>
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', className)}>
      {from && <span className="text-sm font-normal text-ink-soft">desde </span>}
      <span translate="no" className="font-semibold">
        {format(cents)}
      </span>
    </span>
  )
}
