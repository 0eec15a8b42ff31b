import { useId } from 'react'

export type PathProgressProps = {
  /** The current step, from 1. */
  step: number
  steps: number
}

const line = `M8 16${'c21.3-13 42.7-13 64 0s42.7 13 64 0'.repeat(3)}`

/** The point of the winding line at a fraction of its length: six half waves of 64 units, each a cubic whose x is linear. */
function pointAt(fraction: number) {
  const wave = Math.min(Math.floor(fraction * 6), 5)
  const within = fraction * 6 - wave
  return { x: 8 + fraction * 384, y: 16 + (wave % 2 ? 39 : -39) * within * (1 - within) }
}

/** Progress of a wizard as a stretch of the path: "Paso 2 de 3", "33 % completado". The step on screen isn't completed. */
export function PathProgress({ step, steps }: PathProgressProps) {
  const id = useId()
  const percent = Math.round(((step - 1) / steps) * 100)
  const stops = Array.from({ length: steps }, (_, index) => index + 1)
  return (
    <div className="grid gap-1">
      <div id={id} className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-ink-soft">
        <p>
          <span className="font-semibold text-ink">{`Paso ${step} de ${steps}`}</span>
        </p>
        <p className="tabular-nums">{`${percent} % completado`}</p>
      </div>
      <svg
        viewBox="0 -2 400 36"
        fill="none"
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-auto w-full max-w-2xl"
      >
        <path d={line} strokeWidth="5" strokeLinecap="round" className="stroke-path" />
        <path
          d={line}
          pathLength="100"
          strokeDasharray={`${percent} 101`}
          strokeWidth="5"
          strokeLinecap="round"
          className="path-travelled stroke-action"
        />
        {stops.map((stop) => {
          const { x, y } = pointAt(stop / steps)
          const isLast = stop === steps
          return (
            <circle
              key={stop}
              cx={x}
              cy={y}
              r={isLast ? 7 : 6}
              strokeWidth="3"
              className={
                stop <= step
                  ? isLast
                    ? 'fill-clay stroke-clay'
                    : 'fill-panel stroke-action'
                  : 'fill-panel stroke-control'
              }
            />
          )
        })}
      </svg>
    </div>
  )
}
