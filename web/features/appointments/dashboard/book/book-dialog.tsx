import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { pendingHours } from '#contract/calendar.ts'
import { placesOf } from '#contract/places.ts'
import { useConfirmAppointment } from '#web/features/appointments/api/confirm-appointment.ts'
import { factsOf } from '#web/features/appointments/appointment-facts.ts'
import { AppointmentSummary } from '#web/features/appointments/appointment-summary.tsx'
import {
  attendeeFaults,
  focusNewDependant,
  type NewDependantErrors,
  refusedAttendee,
} from '#web/features/appointments/attendee-values.ts'
import { confirmationMessage, holdMessage } from '#web/features/appointments/booking-failure.ts'
import { cancellationRule } from '#web/features/appointments/cancellation-rule.ts'
import { DayTimePicker, type FreeTime } from '#web/features/appointments/day-time-picker.tsx'
import {
  confirmationOf,
  emptyHoldValues,
  HoldFields,
  type HoldValues,
} from '#web/features/appointments/hold-fields.tsx'
import { useHeldTime } from '#web/features/appointments/use-hold.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { localToday } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FirstTimes } from './first-times.tsx'
import { type BookFilters, WhatFields } from './what-fields.tsx'

const emptyFilters: BookFilters = { service: '', provider: undefined, place: 'center' }
const incompleteMessage = 'Por favor completa todos los campos requeridos'

export type BookDialogProps = { open: boolean; onClose: () => void }

/**
 * Books without leaving the dashboard: what and with whom, a free time, which is held as soon as it is pressed, the summary,
 * and the confirmation.
 */
export function BookDialog({ open, onClose }: BookDialogProps) {
  const booking = useDialogBooking()
  const { filters, hold, booked, isIncomplete, pendingAt, isConfirming } = booking
  const { queries } = useApi()
  const known = useQuery({ ...queries.dependants.list.queryOptions(), enabled: hold !== undefined })

  function close() {
    if (isConfirming) return
    // The next press opens a new booking, not the confirmation of this one.
    if (booked) booking.startOver()
    else booking.releaseHold()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={booked ? bookedTitle(booked) : 'Reservar una cita'}
      size="large"
      keepOpenOnOutsidePress={hold !== undefined}
      footer={<BookFooter booking={booking} onClose={close} />}
    >
      <div className="grid gap-6 pb-2">
        {booked ? (
          <Booked appointment={booked} />
        ) : hold ? (
          <>
            <AppointmentSummary facts={factsOf(hold)} />
            <p className="text-sm text-ink-soft">{`No pagas nada ahora. ${cancellationRule(hold.cancellation)}`}</p>
            <HoldFields
              hold={hold}
              dependants={known.isPending ? undefined : (known.data?.items ?? [])}
              values={booking.values}
              onChange={booking.changeValues}
              newDependantErrors={booking.newDependantErrors}
            />
          </>
        ) : (
          <>
            <WhatFields
              filters={filters}
              serviceError={isIncomplete && filters.service === '' ? 'Elige un servicio' : undefined}
              onChange={booking.setFilters}
            />
            {filters.service !== '' &&
              (filters.provider ? (
                <CenterTimes
                  key={`${filters.service} ${filters.provider.centerId}`}
                  filters={{ ...filters, provider: filters.provider }}
                  pendingAt={pendingAt}
                  onSelect={booking.holdTime}
                />
              ) : (
                <FirstTimes filters={filters} pendingAt={pendingAt} onSelect={booking.holdTime} />
              ))}
          </>
        )}
      </div>
    </Dialog>
  )
}

type BookFooterProps = { booking: ReturnType<typeof useDialogBooking>; onClose: () => void }

function BookFooter({ booking, onClose }: BookFooterProps) {
  const { hold, booked, isIncomplete, error, pendingAt, isConfirming } = booking
  return (
    <div className="grid grow gap-3">
      <FormError error={error ?? (isIncomplete && incompleteMessage)} />
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
            <Button variant="secondary" disabled={isConfirming} onClick={hold ? booking.releaseHold : onClose}>
              {hold ? 'Elegir otra hora' : 'Volver'}
            </Button>
            <Button
              pending={isConfirming}
              pendingLabel="Procesando…"
              disabled={pendingAt !== undefined}
              onClick={booking.confirm}
            >
              {hold?.confirmsManually ? 'Pedir reserva' : 'Confirmar reserva'}
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
          ? `Pediste el ${formatLongMoment(startsAt)}. El centro responde por correo en hasta ${pendingHours} horas.`
          : `Te esperamos el ${formatLongMoment(startsAt)}. Te enviamos un correo con los datos.`}
      </p>
      <AppointmentSummary facts={factsOf(appointment)} />
    </>
  )
}

const bookedTitle = ({ status }: Appointment) => (status === 'pending' ? '¡Pedido enviado!' : '¡Reserva confirmada!')

function useDialogBooking() {
  const [filters, setFilters] = useState(emptyFilters)
  const [booked, setBooked] = useState<Appointment>()
  const [values, setValues] = useState(emptyHoldValues)
  const [isIncomplete, setIncomplete] = useState(false)
  const [newDependantErrors, setNewDependantErrors] = useState<NewDependantErrors>()
  const { hold, holding, pendingAt, keepCopy, discardCopy, release } = useHeldTime()
  const confirmation = useConfirmAppointment()

  function clear() {
    setIncomplete(false)
    setNewDependantErrors(undefined)
    holding.reset()
    confirmation.reset()
  }

  function showFaults(faults: NewDependantErrors) {
    setNewDependantErrors(faults)
    focusNewDependant(faults)
  }

  return {
    filters,
    hold,
    booked,
    values,
    isIncomplete,
    newDependantErrors,
    error:
      (confirmation.error && !refusedAttendee(confirmation.error) && confirmationMessage(confirmation.error)) ||
      (holding.error && holdMessage(holding.error)) ||
      undefined,
    pendingAt,
    isConfirming: confirmation.isPending,
    changeValues: (changed: Partial<HoldValues>) => {
      setNewDependantErrors(undefined)
      setValues((before) => ({ ...before, ...changed }))
    },
    setFilters: (next: BookFilters) => {
      clear()
      setFilters(next)
    },
    holdTime: ({ serviceId, startsAt }: FreeTime) => {
      clear()
      holding.mutate({ serviceId, startsAt, place: filters.place }, { onSuccess: keepCopy })
    },
    confirm: () => {
      clear()
      if (!hold) return setIncomplete(true)
      const faults = attendeeFaults(values)
      if (faults) {
        setIncomplete(true)
        return showFaults(faults)
      }
      confirmation.mutate(confirmationOf(hold, values), {
        onSuccess: setBooked,
        onError(error) {
          const refused = refusedAttendee(error)
          if (refused) showFaults(refused)
        },
      })
    },
    releaseHold: () => {
      clear()
      release()
    },
    startOver: () => {
      clear()
      discardCopy()
      setBooked(undefined)
      setValues(emptyHoldValues)
      setFilters(emptyFilters)
    },
  }
}

type CenterTimesProps = {
  filters: BookFilters & { provider: NonNullable<BookFilters['provider']> }
  pendingAt: string | undefined
  onSelect: (time: FreeTime) => void
}

function CenterTimes({ filters, pendingAt, onSelect }: CenterTimesProps) {
  const { centerId, professionalId } = filters.provider
  const { queries } = useApi()
  const [date, setDate] = useState<string>()
  const query = useQuery(queries.centers.get.queryOptions({ input: { centerId } }))
  if (!query.data) {
    return (
      <Pending query={query} loading="Cargando horas libres" failed="No se pudieron cargar los horarios">
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  const serviceIds = query.data.professionals
    .filter(
      ({ id, modalities }) =>
        (!professionalId || id === professionalId) && placesOf(modalities).includes(filters.place),
    )
    .flatMap(({ services }) =>
      services.filter(({ serviceType }) => serviceType === filters.service).map(({ id }) => id),
    )
  if (serviceIds.length === 0) {
    return <p role="status">Ahí no ofrecen ese servicio en esa modalidad. Elige otro, o «El primero disponible».</p>
  }
  return (
    <DayTimePicker
      centerId={centerId}
      serviceIds={serviceIds}
      today={localToday()}
      date={date}
      onDateChange={setDate}
      selected={undefined}
      pendingAt={pendingAt}
      onSelect={onSelect}
    />
  )
}
