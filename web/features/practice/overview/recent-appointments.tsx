import { Link } from '@tanstack/react-router'

import type { PracticeFigures } from '#contract/practice.ts'
import { agendaOfDay } from '#web/features/agenda/agenda-dates.ts'
import { attendeeName, styleOf } from '#web/features/agenda/appointment-style.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The latest bookings, each with a link to its day. */
export function RecentAppointments({ appointments }: { appointments: PracticeFigures['recent'] }) {
  return (
    <section aria-labelledby="recent-title" className="grid gap-3">
      <h3 id="recent-title">Citas recientes</h3>
      {appointments.length === 0 ? (
        <EmptyState heading="p" title="No hay citas recientes">
          Cuando alguien reserve, o tú agendes a quien llama, aparece aquí.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
          {appointments.map((appointment) => {
            const { word, tone, Icon } = styleOf(appointment)
            return (
              <li key={appointment.id}>
                <Link
                  to="/center/dashboard"
                  search={({ centro }) => ({ centro, ...agendaOfDay(appointment.startsAt) })}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 -outline-offset-3 hover:bg-action-soft"
                >
                  <span className="min-w-40 grow">
                    <span translate="no" className="block font-semibold wrap-anywhere">
                      {attendeeName(appointment)}
                    </span>
                    <span className="block text-sm text-ink-soft">
                      {appointment.service.name} · <span translate="no">{appointment.professionalName}</span>
                    </span>
                  </span>
                  <span className="tabular-nums">
                    {formatDay(appointment.startsAt)}, {formatTime(appointment.startsAt)}
                  </span>
                  <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
                    {word}
                  </Badge>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
