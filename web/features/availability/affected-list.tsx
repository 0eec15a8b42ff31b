import type { AffectedAppointment } from '#contract/availability.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'

/** The booked appointments that a change leaves outside working hours, soonest first. */
export function AffectedList({ affected }: { affected: readonly AffectedAppointment[] }) {
  return (
    <ul
      aria-label="Citas afectadas"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its dialog scrolls, and contains nothing else that the keyboard can focus
      tabIndex={0}
      className="grid divide-y divide-line rounded-control border border-line px-4"
    >
      {affected.map(({ id, startsAt, name, professionalName }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
          <span translate="no" className="font-medium wrap-anywhere">
            {name}
          </span>
          <span className="text-ink-soft tabular-nums">
            {`${formatDay(startsAt)}, ${formatTime(startsAt)}`}
            <RowOwnTime instant={startsAt} />
          </span>
          <span translate="no" className="basis-full text-sm text-ink-soft">
            {professionalName}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function affectedText(affected: readonly AffectedAppointment[]): string {
  return affected.length === 1
    ? 'Hay 1 cita reservada en ese tiempo'
    : `Hay ${affected.length} citas reservadas en ese tiempo`
}
