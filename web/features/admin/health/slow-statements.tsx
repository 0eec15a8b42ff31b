import type { HealthReport } from '#contract/service-health.ts'
import { formatCount } from '#web/platform/formats.ts'

/** The slowest SQL statements of the process that responded. */
export function SlowStatements({ report }: { report: HealthReport }) {
  return (
    <section aria-labelledby="health-statements" className="grid gap-3">
      <div>
        <h3 id="health-statements">Consultas más lentas</h3>
        <p className="text-ink-soft">
          De este proceso desde que arrancó, sin sus valores. Primero, la que más demoró una vez.
        </p>
      </div>
      <ul className="divide-y divide-line rounded-card border border-line bg-panel">
        {report.slowStatements.map(({ text, count, medianMs, maxMs, totalMs }) => (
          <li key={`${maxMs} ${text}`} className="grid gap-1 px-4 py-3">
            <code className="line-clamp-3 text-sm wrap-anywhere" title={text}>
              {text}
            </code>
            <p className="text-sm text-ink-soft tabular-nums">
              {`Máximo ${durationOf(maxMs)} · mediana ${durationOf(medianMs)} · ${
                count === 1 ? '1 vez' : `${formatCount(count)} veces`
              } · ${durationOf(totalMs)} en total`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const milliseconds = new Intl.NumberFormat('es-UY', { maximumSignificantDigits: 3 })

function durationOf(ms: number): string {
  return ms >= 1000 ? `${milliseconds.format(ms / 1000)} s` : `${milliseconds.format(ms)} ms`
}
