import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { useConfirmAppointment } from '#web/features/appointments/api/confirm-appointment.ts'
import { useHoldAppointment } from '#web/features/appointments/api/hold-appointment.ts'
import { useRefreshAppointments } from '#web/features/appointments/api/refresh-appointments.ts'
import { useReleaseHold } from '#web/features/appointments/api/release-hold.ts'
import { factsOf } from '#web/features/appointments/appointment-facts.ts'
import { AppointmentSummary } from '#web/features/appointments/appointment-summary.tsx'
import { cancellationRule } from '#web/features/appointments/cancellation-rule.ts'
import type { FreeTime } from '#web/features/appointments/day-time-picker.tsx'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { CenterTimes } from './center-times.tsx'
import { FirstTimes } from './first-times.tsx'
import { HeldFields, type HeldValues } from './held-fields.tsx'
import { type Wanted, WhatFields } from './what-fields.tsx'

const nothingWanted: Wanted = { service: '', with: undefined, place: 'center' }
const nothingTyped: HeldValues = { dependantId: '', consentVersion: null }
const incomplete = 'Por favor completa todos los campos requeridos'

export type BookDialogProps = { open: boolean; onClose: () => void }

/**
 * Books without leaving the dashboard: what and with whom, a free time, which is held as soon as it is pressed, the summary,
 * and the confirmation.
 */
export function BookDialog({ open, onClose }: BookDialogProps) {
  const booking = useDialogBooking()
  const { wanted, held, booked, missing, pendingAt, isConfirming } = booking

  function close() {
    if (isConfirming) return
    booking.giveUp()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={booked ? bookedTitle(booked) : 'Reservar una cita'}
      size="large"
      keepOpenOnOutsidePress={held !== undefined}
      footer={<BookFooter booking={booking} onClose={close} />}
    >
      <div className="grid gap-6 pb-2">
        {booked ? (
          <Booked appointment={booked} />
        ) : held ? (
          <>
            <AppointmentSummary facts={factsOf(held)} />
            <p className="text-sm text-ink-soft">{`No pagas nada ahora. ${cancellationRule(held.cancellation)}`}</p>
            <HeldFields hold={held} values={booking.values} onChange={booking.setValues} />
          </>
        ) : (
          <>
            <WhatFields
              wanted={wanted}
              serviceError={missing && wanted.service === '' ? 'Elige un servicio' : undefined}
              onChange={booking.setWanted}
            />
            {wanted.service !== '' &&
              (wanted.with ? (
                <CenterTimes
                  key={`${wanted.service} ${wanted.with.centerId}`}
                  wanted={{ ...wanted, with: wanted.with }}
                  pendingAt={pendingAt}
                  onSelect={booking.hold}
                />
              ) : (
                <FirstTimes wanted={wanted} pendingAt={pendingAt} onSelect={booking.hold} />
              ))}
          </>
        )}
      </div>
    </Dialog>
  )
}

type BookFooterProps = { booking: ReturnType<typeof useDialogBooking>; onClose: () => void }

function BookFooter({ booking, onClose }: BookFooterProps) {
  const { held, booked, missing, error, pendingAt, isConfirming } = booking
  return (
    <div className="grid grow gap-3">
      <FormError error={error ? errorMessage(error) : missing && incomplete} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {booked ? (
          <>
            <Button variant="secondary" onClick={booking.startOver}>
              Reservar otra
            </Button>
            <Button onClick={onClose}>Listo</Button>
          </>
        ) : (
          <>
            <Button variant="secondary" disabled={isConfirming} onClick={held ? booking.giveUp : onClose}>
              {held ? 'Elegir otra hora' : 'Volver'}
            </Button>
            <Button
              pending={isConfirming}
              pendingLabel="Procesando…"
              disabled={pendingAt !== undefined}
              onClick={booking.confirm}
            >
              {held?.confirmsManually ? 'Pedir reserva' : 'Confirmar reserva'}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function Booked({ appointment }: { appointment: Appointment }) {
  const { status, startsAt } = appointment
  return (
    <>
      <p role="status">
        {status === 'pending'
          ? `Pediste el ${formatLongMoment(startsAt)}. El centro responde por correo en hasta 24 horas.`
          : `Te esperamos el ${formatLongMoment(startsAt)}. Te enviamos un correo con los datos.`}
      </p>
      <AppointmentSummary facts={factsOf(appointment)} />
    </>
  )
}

const bookedTitle = ({ status }: Appointment) => (status === 'pending' ? '¡Pedido enviado!' : '¡Reserva confirmada!')

function useDialogBooking() {
  const [wanted, setWanted] = useState(nothingWanted)
  const [held, setHeld] = useState<Appointment>()
  const [booked, setBooked] = useState<Appointment>()
  const [values, setValues] = useState(nothingTyped)
  const [missing, setMissing] = useState(false)
  const holding = useHoldAppointment()
  const releasing = useReleaseHold()
  const confirmation = useConfirmAppointment()
  const refresh = useRefreshAppointments()

  function clear() {
    setMissing(false)
    holding.reset()
    confirmation.reset()
  }

  return {
    wanted,
    held,
    booked,
    values,
    missing,
    error: confirmation.error ?? holding.error,
    pendingAt: holding.isPending ? holding.variables.startsAt : undefined,
    isConfirming: confirmation.isPending,
    setValues,
    setWanted: (next: Wanted) => {
      clear()
      setWanted(next)
    },
    hold: ({ serviceId, startsAt }: FreeTime) => {
      clear()
      holding.mutate({ serviceId, startsAt, place: wanted.place }, { onSuccess: setHeld })
    },
    confirm: () => {
      clear()
      if (!held) return setMissing(true)
      const { dependantId, consentVersion } = values
      confirmation.mutate(
        { appointmentId: held.id, ...(dependantId && { dependantId }), ...(consentVersion && { consentVersion }) },
        {
          onSuccess: (appointment) => {
            setBooked(appointment)
            void refresh()
          },
        },
      )
    },
    /** Releases a held time that was not confirmed. */
    giveUp: () => {
      clear()
      if (held && !booked) releasing.mutate(undefined)
      setHeld(undefined)
    },
    startOver: () => {
      clear()
      setHeld(undefined)
      setBooked(undefined)
      setValues(nothingTyped)
      setWanted(nothingWanted)
    },
  }
}
