import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Appointment } from '#contract/appointments.ts'
import { pendingHours } from '#contract/calendar.ts'
import { factsOf } from '#web/features/appointments/appointment-facts.ts'
import { AppointmentSummary } from '#web/features/appointments/appointment-summary.tsx'
import { cancellationRule, packageRule } from '#web/features/appointments/cancellation-rule.ts'
import { depositLabel, depositSentence, payHref } from '#web/features/appointments/deposit-text.ts'
import { HoldFields } from '#web/features/appointments/hold-fields.tsx'
import { packagePays } from '#web/features/appointments/payment-sentence.ts'
import { ProvisionalNotice } from '#web/features/appointments/provisional-notice.tsx'
import { bookedTitle } from '#web/features/appointments/provisional-text.ts'
import { OwnPrice } from '#web/features/promotions/own-price.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CenterTimes } from './center-times.tsx'
import { FirstTimes } from './first-times.tsx'
import { useDialogBooking } from './use-dialog-booking.ts'
import { useProviderChoice } from './use-provider-choice.ts'
import { WhatFields } from './what-fields.tsx'

const incompleteMessage = 'Por favor completa todos los campos requeridos'

export type BookDialogProps = { open: boolean; onClose: () => void }

/**
 * Books without leaving the dashboard: what and with whom, a free time, which is held as soon as it is pressed, the summary,
 * and the confirmation.
 */
export function BookDialog({ open, onClose }: BookDialogProps) {
  const router = useRouter()
  const booking = useDialogBooking({
    onAwaitingDeposit({ id }) {
      booking.startOver()
      onClose()
      router.history.push(payHref(id))
    },
  })
  const { filters, hold, booked, isIncomplete, pendingAt, isConfirming } = booking
  const isByPackage = booking.values.packageId !== ''
  const { queries } = useApi()
  const { query, choice } = useProviderChoice(filters)
  const isServiceChosen = filters.provider ? choice?.offer !== undefined : filters.service !== ''
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
      title={booked ? titleOf(booked) : 'Reservar una cita'}
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
            {!isByPackage && <OwnPrice centerId={hold.center.id} priceCents={hold.priceCents} />}
            <p className="text-sm text-ink-soft">
              {isByPackage
                ? `${packagePays} ${packageRule(hold.cancellation)}`
                : `${depositSentence(hold) ?? 'No pagas nada ahora.'} ${cancellationRule(hold.cancellation)}`}
            </p>
            <HoldFields
              hold={hold}
              dependants={known.isPending ? undefined : (known.data?.items ?? [])}
              values={booking.values}
              onChange={booking.changeValues}
              addressError={booking.addressError}
              newDependantErrors={booking.newDependantErrors}
            />
          </>
        ) : (
          <>
            <WhatFields
              filters={filters}
              choice={choice}
              serviceError={isIncomplete && !isServiceChosen ? 'Elige un servicio' : undefined}
              onChange={booking.setFilters}
            />
            {filters.provider && !choice ? (
              <Pending query={query} loading="Cargando servicios" failed="No se pudieron cargar los servicios">
                <Skeleton className="h-48" />
              </Pending>
            ) : choice?.offers.length === 0 ? (
              <p role="status">Ahí no se puede reservar ahora. Elige otro, o «El primero disponible».</p>
            ) : (
              isServiceChosen &&
              (filters.provider && choice ? (
                <CenterTimes
                  key={`${choice.serviceIds.join()} ${choice.place}`}
                  centerId={filters.provider.centerId}
                  choice={choice}
                  pendingAt={pendingAt}
                  onSelect={(time) => booking.holdTime(time, choice.place ?? filters.place)}
                />
              ) : (
                <FirstTimes
                  filters={filters}
                  pendingAt={pendingAt}
                  onSelect={(time) => booking.holdTime(time, filters.place)}
                />
              ))
            )}
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
              {hold?.deposit && booking.values.packageId === ''
                ? depositLabel
                : hold?.confirmsManually
                  ? 'Pedir reserva'
                  : 'Confirmar reserva'}
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
      <ProvisionalNotice appointment={appointment} />
      <AppointmentSummary facts={factsOf(appointment)} />
    </>
  )
}

const titleOf = (appointment: Appointment) =>
  appointment.status === 'pending' ? '¡Pedido enviado!' : bookedTitle(appointment)
