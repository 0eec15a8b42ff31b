import type { Availability } from '#contract/availability.ts'
import { readableHours } from '#web/features/centers/opening-hours.ts'
import { Card } from '#web/ui/card.tsx'

/** Somebody's week, for those who may not change it. */
export function WeekReading({ availability }: { availability: Availability }) {
  return (
    <Card as="section" aria-labelledby="week" className="grid gap-4">
      <div>
        <h3 id="week">{`Horario semanal de ${availability.name}`}</h3>
        <p className="text-ink-soft">Lo cambia quien dirige el centro.</p>
      </div>
      {availability.hours.length === 0 ? (
        <p>Todavía no tiene un horario.</p>
      ) : (
        <dl className="grid gap-2">
          {readableHours(availability.hours).map(({ days, hours }) => (
            <div key={days} className="gap-x-4 sm:flex">
              <dt className="shrink-0 font-medium sm:w-40">{days}</dt>
              <dd className="text-ink-soft tabular-nums">{hours}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
