import { useId } from 'react'

export type BarChartProps = {
  /** A text alternative; the figures are in a table beside the chart. */
  label: string
  /** From left to right. `value` and `part` in one unit; `part` is drawn within its `value`. */
  bars: readonly { id: string; label: string; value: number; part?: number }[]
  format: (value: number) => string
  legend?: { value: string; part: string }
}

/** The chart is about as wide as a phone, so that the text is never scaled down. */
const width = 320
const height = 120
const fontSize = 12

/** The outline has the contrast that the fill lacks. */
const valueClass = 'fill-path stroke-control'

/** Bars over time. It only draws: the caller adds a table of the same figures for screen readers. */
export function BarChart({ label, bars, format, legend }: BarChartProps) {
  const titleId = useId()
  const top = Math.max(1, ...bars.map(({ value, part = 0 }) => Math.max(value, part)))
  const heightOf = (value: number) => (Math.max(0, value) / top) * height
  const band = width / Math.max(bars.length, 4)
  const barWidth = Math.min(32, band * 0.64)
  const every = labelEvery({ labels: bars.map((bar) => bar.label), band })
  return (
    <figure className="grid min-w-0 gap-3">
      <svg
        role="img"
        aria-labelledby={titleId}
        viewBox={`0 -4 ${width} ${height + 28}`}
        preserveAspectRatio="xMinYMid"
        className="max-h-56 w-full overflow-visible"
      >
        <title id={titleId}>{label}</title>
        <line x1="0" x2={width} y1={height} y2={height} className="stroke-line" />
        {bars.map(({ id, label: name, value, part }, index) => {
          const x = index * band + (band - barWidth) / 2
          return (
            <g key={id}>
              <title>{titleOf({ name, value, part, format, legend })}</title>
              <Bar x={x} barWidth={barWidth} size={heightOf(value)} className={valueClass} />
              {part !== undefined && <Bar x={x} barWidth={barWidth} size={heightOf(part)} className="fill-action" />}
              {index % every === 0 && (
                <text
                  x={x + barWidth / 2}
                  y={height + 18}
                  textAnchor="middle"
                  fontSize={fontSize}
                  className="fill-ink-soft"
                >
                  {name}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      {legend && (
        <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
          <span className="flex items-center gap-2">
            <span aria-hidden="true" className="size-3 rounded-full border border-control bg-path" />
            {legend.value}
          </span>
          <span className="flex items-center gap-2">
            <span aria-hidden="true" className="size-3 rounded-full bg-action" />
            {legend.part}
          </span>
        </figcaption>
      )}
    </figure>
  )
}

function Bar({ x, barWidth, size, className }: { x: number; barWidth: number; size: number; className: string }) {
  return (
    <rect x={x} y={height - size} width={barWidth} height={size} rx={Math.min(3, size / 2)} className={className} />
  )
}

/** The interval between labelled bars, so that no labels overlap. */
export function labelEvery({ labels, band }: { labels: readonly string[]; band: number }): number {
  const longest = Math.max(1, ...labels.map((label) => label.length))
  const needed = longest * fontSize * 0.56 + 4
  return Math.max(1, Math.ceil(needed / band))
}

function titleOf(input: {
  name: string
  value: number
  part: number | undefined
  format: (value: number) => string
  legend: BarChartProps['legend']
}): string {
  if (input.part === undefined || !input.legend) return `${input.name}: ${input.format(input.value)}`
  return `${input.name}: ${input.legend.value}, ${input.format(input.value)}; ${input.legend.part}, ${input.format(input.part)}`
}
