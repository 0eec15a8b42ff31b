import type { DayChange } from '#contract/agenda.ts'
import { formatTime, telHref } from '#web/platform/formats.ts'

/** Those that stay as they were, and why. */
export function LeftList({ left }: { left: DayChange['left'] }) {
  if (left.length === 0) return null
  return (
    <ul className="grid gap-2">
      {left.map(({ appointmentId, startsAt, name, reason }) => (
        <li key={appointmentId} className="grid grid-cols-[3.5rem_minmax(0,1fr)] rounded-control bg-sand px-3 py-2">
          <span className="tabular-nums">{formatTime(startsAt)}</span>
          <span>
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="block text-sm text-ink-soft">{reason}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Those whom no mail tells: somebody has to telephone. */
export function UntoldList({ untold }: { untold: DayChange['untold'] }) {
  if (untold.length === 0) return null
  return (
    <div className="grid gap-2">
      <p>No pudimos avisar a estas personas por correo: llámalas.</p>
      <ul className="grid gap-2">
        {untold.map(({ appointmentId, name, phone }) => (
          <li key={appointmentId} className="rounded-control bg-sand px-3 py-2">
            <span className="font-semibold wrap-anywhere">{name}</span>
            {phone ? (
              <a href={telHref(phone)} className="link block w-fit py-1 tabular-nums">
                {phone}
              </a>
            ) : (
              <span className="block text-sm text-ink-soft">Sin teléfono anotado</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

export const appointmentsText = (count: number) => (count === 1 ? '1 cita' : `${count} citas`)
