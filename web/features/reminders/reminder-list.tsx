import type { ReminderDelivery } from '#contract/reminder-deliveries.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'

const words: Record<ReminderDelivery['state'], string> = {
  scheduled: 'sale el',
  queued: 'en camino desde el',
  sent: 'enviado el',
  failed: 'no se pudo entregar el',
  dropped: 'no se envió, porque ya no correspondía, el',
  withheld: 'no se envía, porque los recordatorios por correo están apagados',
}

/** The mailed reminders of an appointment, each with its delivery. Renders nothing without any. */
export function ReminderList({ items }: { items: readonly ReminderDelivery[] | undefined }) {
  if (!items || items.length === 0) return null
  return (
    <section aria-label="Recordatorios" className="text-sm">
      <h3 className="text-sm font-medium text-ink-soft">Recordatorios</h3>
      <ul>
        {items.map(({ hoursBefore, state, at }) => (
          <li key={hoursBefore} className={state === 'failed' ? 'font-medium text-red' : undefined}>
            {`${hoursBefore} h antes: ${words[state]}`}
            {at && ` ${formatDay(at)}, ${formatTime(at)}`}
            {at && <RowOwnTime instant={at} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
