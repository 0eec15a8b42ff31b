import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formatDay, formatLongMoment, formatTime } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { useToday } from '#web/platform/use-now.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'

import { cancellationRule } from '../cancellation-rule.ts'
import { DayTimePicker } from '../day-time-picker.tsx'

export type MoveDialogProps = { appointment: Appointment; open: boolean; onClose: () => void; onMoved: () => void }

export function MoveDialog({ appointment, open, onClose, onMoved }: MoveDialogProps) {
  const { queries } = useApi()
  const move = useMutation(queries.appointments.move.mutationOptions())
  const today = useToday()
  const [date, setDate] = useState<string>()
  const [chosenTime, setChosenTime] = useState<string>()
  const [isTimeMissing, setTimeMissing] = useState(false)
  const { id, startsAt, center, service, professional, cancellation } = appointment
  const isLate = cancellation.phase === 'late'
  const cautions = [
    ...(isLate ? [cancellationRule(cancellation)] : []),
    ...(appointment.confirmsManually ? [answerToMove(appointment)] : []),
  ]
  const isOther = chosenTime !== undefined && chosenTime !== startsAt

  async function moveTo(to: string) {
    try {
      const moved = await move.mutateAsync({ appointmentId: id, terms: appointment.terms, startsAt: to })
      toast({
        kind: 'success',
        title: 'Cita movida',
        description:
          moved.status === 'pending'
            ? `${sentence(formatLongMoment(moved.startsAt))}. El centro tiene que confirmarla.`
            : `${sentence(formatLongMoment(moved.startsAt))}. La hora anterior quedó libre.`,
      })
    } catch (error) {
      // The footer shows the error. The chosen time may be taken, unless the terms are what changed.
      if (errorCode(error) !== 'request.terms_changed') setChosenTime(undefined)
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
      focusesItself
      footer={
        <MoveFooter
          chosenTime={isOther ? chosenTime : undefined}
          pending={move.isPending}
          error={
            move.isError ? errorMessage(move.error) : isTimeMissing && 'Elige primero una hora distinta de la actual.'
          }
          onMove={() => {
            setTimeMissing(!isOther)
            if (isOther) void moveTo(chosenTime)
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
          today={today}
          date={date ?? localMoment(startsAt).date}
          onDateChange={setDate}
          selected={chosenTime ?? startsAt}
          pendingAt={move.isPending ? move.variables.startsAt : undefined}
          onSelect={(time) => {
            move.reset()
            setTimeMissing(false)
            setChosenTime(time.startsAt)
          }}
          moving={id}
        />
      </div>
    </Dialog>
  )
}

function MoveFooter({
  chosenTime,
  pending,
  error,
  onMove,
  onClose,
}: {
  /** A time other than the current one. */
  chosenTime: string | undefined
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
          {chosenTime ? `Mover al ${formatDay(chosenTime)}, ${formatTime(chosenTime)}` : 'Mover la cita'}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {chosenTime ? `Elegiste el ${formatLongMoment(chosenTime)}. Confirma para mover la cita.` : ''}
      </span>
    </div>
  )
}

const answerToMove = ({ asksToMove }: Appointment) =>
  asksToMove ? 'El centro tendrá que confirmar la hora nueva.' : 'La hora nueva queda confirmada al mover la cita.'

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
