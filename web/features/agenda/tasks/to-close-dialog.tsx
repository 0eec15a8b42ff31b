import type { AgendaAppointment } from '#contract/agenda.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'

import { useMarkWithUndo } from '../actions/use-mark-with-undo.ts'
import type { AppointmentMark } from '../api/mark-appointment.ts'
import { attendeeName } from '../appointment-style.ts'
import { useDeskTasks } from './use-desk-tasks.ts'

export type ToCloseDialogProps = { centerId: string; open: boolean; onClose: () => void }

/** Past appointments that are still open: one press completes each or marks it as a no-show. */
export function ToCloseDialog({ centerId, open, onClose }: ToCloseDialogProps) {
  const tasks = useDeskTasks({ centerId })
  const { mark, pending, error } = useMarkWithUndo({ centerId })
  const isPending = (kind: AppointmentMark, { id }: AgendaAppointment) =>
    pending?.mark === kind && pending.appointment.id === id
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Citas sin cerrar"
      description="Ya terminaron. Las que no cierres quedan como completadas un día después."
      size="small"
      footer={<Button onClick={onClose}>Listo</Button>}
    >
      {error && <FormError error={errorMessage(error)} />}
      {!tasks.data ? (
        <Pending query={tasks} loading="Cargando las citas" failed="No se pudieron cargar las citas" />
      ) : tasks.data.toClose.length === 0 ? (
        <p className="text-ink-soft">No queda ninguna cita por cerrar.</p>
      ) : (
        <ul className="grid gap-2 pb-1">
          {tasks.data.toClose.map(({ professionalName, ...appointment }) => (
            <li key={appointment.id} className="grid gap-2 rounded-control bg-sand px-3 py-2">
              <div>
                <span translate="no" className="font-semibold wrap-anywhere">
                  {attendeeName(appointment)}
                </span>
                <span className="block text-sm text-ink-soft first-letter:uppercase">
                  {formatLongMoment(appointment.startsAt)}
                  <RowOwnTime instant={appointment.startsAt} />
                  {', con '}
                  <span translate="no">{professionalName}</span>
                </span>
              </div>
              <div className="flex flex-wrap gap-2">
                {appointment.can.complete && (
                  <Button
                    size="small"
                    className="min-h-11"
                    pending={isPending('complete', appointment)}
                    onClick={() => mark('complete', appointment)}
                  >
                    Completar
                    <span className="sr-only">
                      {' la cita de '}
                      <span translate="no">{attendeeName(appointment)}</span>
                    </span>
                  </Button>
                )}
                {appointment.can.noShow && (
                  <Button
                    size="small"
                    variant="secondary"
                    className="min-h-11"
                    pending={isPending('noShow', appointment)}
                    onClick={() => mark('noShow', appointment)}
                  >
                    No asistió
                    <span translate="no" className="sr-only">{`: ${attendeeName(appointment)}`}</span>
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
