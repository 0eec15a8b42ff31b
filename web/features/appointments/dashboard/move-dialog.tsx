import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { formatLongMoment, localMoment, localToday } from '#web/platform/local-days.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'

import { useMoveAppointment } from '../api/move-appointment.ts'
import { cancellationRule } from '../cancellation-rule.ts'
import { DayTimePicker } from '../day-time-picker.tsx'

export type MoveDialogProps = { appointment: Appointment; open: boolean; onClose: () => void; onMoved: () => void }

/** Another time for the same service with the same professional. Nothing moves before the confirmation. */
export function MoveDialog({ appointment, open, onClose, onMoved }: MoveDialogProps) {
  const move = useMoveAppointment()
  const [date, setDate] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const [missing, setMissing] = useState(false)
  const { id, startsAt, center, service, professional, cancellation } = appointment
  const isLate = cancellation.phase === 'late'
  const cautions = [
    ...(isLate ? [cancellationRule(cancellation)] : []),
    ...(appointment.confirmsManually ? ['El centro tendrá que confirmar la hora nueva.'] : []),
  ]
  const isOther = chosen !== undefined && chosen !== startsAt

  async function moveTo(to: string) {
    try {
      const moved = await move.mutateAsync({ appointmentId: id, startsAt: to })
      toast({
        kind: 'success',
        title: 'Cita movida',
        description:
          moved.status === 'pending'
            ? `${sentence(formatLongMoment(moved.startsAt))}. El centro tiene que confirmarla.`
            : `${sentence(formatLongMoment(moved.startsAt))}. La hora anterior quedó libre.`,
      })
    } catch {
      // The footer shows the error. The chosen time may be taken.
      setChosen(undefined)
      return
    }
    onClose()
    onMoved()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !move.isPending && onClose()}
      size="large"
      title="Mover la cita"
      description={`${service.name} con ${professional.name}. Ahora es el ${formatLongMoment(startsAt)}.`}
      keepOpenOnOutsidePress={isOther}
      footer={
        <MoveFooter
          chosen={isOther ? chosen : undefined}
          pending={move.isPending}
          error={move.isError ? errorMessage(move.error) : missing && 'Elige primero una hora distinta de la actual.'}
          onMove={() => {
            setMissing(!isOther)
            if (isOther) void moveTo(chosen)
          }}
          onClose={onClose}
        />
      }
    >
      <div className="grid gap-5">
        {cautions.length > 0 && <Banner tone={isLate ? 'amber' : 'blue'}>{cautions.join(' ')}</Banner>}
        <DayTimePicker
          centerId={center.id}
          serviceIds={[service.id]}
          today={localToday()}
          date={date ?? localMoment(startsAt).date}
          onDateChange={setDate}
          selected={chosen ?? startsAt}
          pendingAt={move.isPending ? move.variables.startsAt : undefined}
          onSelect={(time) => {
            move.reset()
            setMissing(false)
            setChosen(time.startsAt)
          }}
          moving={id}
        />
      </div>
    </Dialog>
  )
}

function MoveFooter({
  chosen,
  pending,
  error,
  onMove,
  onClose,
}: {
  /** A time other than the current one. */
  chosen: string | undefined
  pending: boolean
  error: string | false
  onMove: () => void
  onClose: () => void
}) {
  return (
    <div className="grid grow gap-3">
      <FormError error={error} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose} disabled={pending}>
          Volver
        </Button>
        <Button pending={pending} pendingLabel="Moviendo…" onClick={onMove}>
          {chosen ? `Mover al ${formatDay(chosen)}, ${formatTime(chosen)}` : 'Mover la cita'}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {chosen ? `Elegiste el ${formatLongMoment(chosen)}. Confirma para mover la cita.` : ''}
      </span>
    </div>
  )
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
