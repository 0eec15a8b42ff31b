import { Link } from '@tanstack/react-router'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { seriesPlaceText } from '#contract/series.ts'
import { CompleteButton } from '#web/features/agenda/actions/complete-button.tsx'
import { paymentFacts } from '#web/features/agenda/actions/payment-words.ts'
import { styleAt } from '#web/features/agenda/appointment-style.ts'
import { TimelineDialog } from '#web/features/clinical-records/timeline-dialog.tsx'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { serverNow } from '#web/platform/server-time.ts'
import { useNow } from '#web/platform/use-now.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

type ListedAppointment = AgendaAppointment & { professionalName: string }
type AppointmentsProps = { centerId: string; appointments: readonly ListedAppointment[] }

/** The clinical timeline of the person, for the professional who attends them. */
export function RecordButton({ centerId, appointments }: AppointmentsProps) {
  const dialog = useDialogState<string>()
  const from = openedFrom(appointments)
  if (!from) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" {...opensDialog} onClick={() => dialog.show(from.id)}>
        Historia clínica
      </Button>
      {dialog.subject !== undefined && (
        <TimelineDialog
          key={dialog.key}
          centerId={centerId}
          CompleteButton={CompleteButton}
          appointmentId={dialog.subject}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

/** The appointment about which the professional most likely writes: the last that has begun, else the next. */
function openedFrom(appointments: readonly ListedAppointment[]): ListedAppointment | undefined {
  const now = serverNow()
  // The newest first.
  const open = appointments.filter(({ can }) => can.record)
  return open.find(({ startsAt }) => Date.parse(startsAt) <= now) ?? open.at(-1)
}

/** Each leads to its details in the agenda. */
export function AppointmentsOfContact({ centerId, appointments }: AppointmentsProps) {
  const now = useNow()
  return (
    <section aria-labelledby="contact-appointments" className="grid gap-3">
      <h3 id="contact-appointments">Citas en el centro</h3>
      {appointments.length === 0 && <p className="text-ink-soft">Ninguna todavía.</p>}
      <ul className="divide-y divide-line">
        {appointments.map((appointment) => {
          const { word, tone, Icon } = styleAt({ appointment, now, isAway: false })
          return (
            <li key={appointment.id}>
              <Link
                to="/center/dashboard"
                search={{
                  centro: centerId,
                  seccion: 'agenda',
                  fecha: localMoment(appointment.startsAt).date,
                  cita: appointment.id,
                }}
                className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 -outline-offset-3 hover:bg-action-soft"
              >
                <span className="min-w-36 tabular-nums">
                  {formatDate(appointment.startsAt)}, {formatTime(appointment.startsAt)}
                  <RowOwnTime instant={appointment.startsAt} />
                </span>
                <span className="min-w-40 grow text-ink-soft">
                  {appointment.service.name} · <span translate="no">{appointment.professionalName}</span>
                  {appointment.series && ` · ${seriesPlaceText(appointment.series)}`}
                </span>
                <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
                  {word}
                </Badge>
                {appointment.isByPackage && (
                  <span className="basis-full text-sm text-ink-soft">La paga una sesión de su bono</span>
                )}
                {appointment.payment && (
                  <span className="basis-full text-sm text-ink-soft tabular-nums">
                    {paymentFacts(appointment.payment)
                      .map(({ label, value }) => `${label}: ${value}`)
                      .join(' · ')}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
