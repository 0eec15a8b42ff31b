import { generalCancellationRule } from '#contract/cancellation.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { formatDuration } from '#web/features/centers/offers.ts'
import { formatLongMoment, localMoment } from '#web/platform/local-days.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { dot } from '#web/ui/dot.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

import { factsOf } from './appointment-facts.ts'
import type { AppointmentFacts } from './appointment-summary.tsx'
import { BookedView } from './booked-view.tsx'
import { BookingAction } from './booking-action.tsx'
import { BookingAside } from './booking-aside.tsx'
import type { BookingChoice } from './booking-choice.ts'
import { BookingNotice } from './booking-notice.tsx'
import { type BookingSearch, type BookingStepId, bookingHref } from './booking-search.ts'
import { BookingStep } from './booking-step.tsx'
import { cancellationRule } from './cancellation-rule.ts'
import { ConfirmSummary } from './confirm-summary.tsx'
import { DayTimePicker } from './day-time-picker.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { HoldElsewhere } from './hold-elsewhere.tsx'
import { NothingToBook } from './nothing-to-book.tsx'
import { placeLabels } from './places.ts'
import { StepConfirm } from './step-confirm.tsx'
import { StepWhat } from './step-what.tsx'
import { useBooking } from './use-booking.ts'
import { useBookingAccess } from './use-booking-access.ts'

/** `today`: the local day with which free times begin. */
export type BookingScreenProps = { center: CenterProfile; search: BookingSearch; today: string }

const steps: { id: BookingStepId; label: string }[] = [
  { id: 'what', label: 'Qué' },
  { id: 'when', label: 'Cuándo' },
  { id: 'confirm', label: 'Confirmar' },
]

export function BookingScreen({ center, search, today }: BookingScreenProps) {
  if (search.booked) return <BookedView appointmentId={search.booked} center={center} />
  const isBookable = center.takesBookings && center.professionals.some(({ services }) => services.length > 0)
  if (!isBookable) return <NothingToBook center={center} />
  return <BookingSteps center={center} search={search} today={today} />
}

function BookingSteps({ center, search, today }: BookingScreenProps) {
  const booking = useBooking({ center, search })
  const { choice, hold, holdElsewhere, tapped, step } = booking
  const access = useBookingAccess({ dependantId: booking.dependantId, confirm: booking.tryToConfirm })
  const here = bookingHref({ centerId: center.id, search: hold ? { ...search, step: 'confirm' } : search })
  const rule = hold ? cancellationRule(hold.cancellation) : generalCancellationRule(center.lateRefundPercent)
  const facts = hold
    ? { ...factsOf(hold), homeAddress: booking.homeAddress, attendeeName: access.attendeeName }
    : chosenFacts({ center, choice })

  return (
    <Page className="flex flex-col gap-6 pt-4 pb-16 max-lg:pb-0 sm:pt-6">
      {/* On a phone, the confirm step needs the room for its summary. */}
      <div className={step === 'confirm' ? 'max-lg:hidden' : undefined}>
        <Breadcrumb
          items={[
            { label: 'Centros', href: '/centers' },
            { label: center.name, href: `/centers/${center.id}` },
            { label: 'Reservar' },
          ]}
        />
      </div>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-5 lg:gap-7">
          <div className="grid gap-3">
            <h1 className={step === 'confirm' ? 'max-lg:text-xl' : undefined}>{`Reservar en ${center.name}`}</h1>
            <Stepper
              label="Pasos de la reserva"
              steps={steps}
              current={step}
              onSelect={(id) => {
                const to = steps.find((item) => item.id === id)
                if (to) booking.openStep(to.id)
              }}
            />
          </div>
          {holdElsewhere && (
            <HoldElsewhere
              hold={holdElsewhere}
              tappedAt={tapped?.startsAt}
              pending={booking.pendingAt !== undefined}
              onTake={booking.takeTapped}
            />
          )}
          {hold?.holdExpiresAt && (
            // Stays in view above an open on-screen keyboard.
            <div className="sticky top-0 z-20 -mx-4 -my-2 border-b border-line bg-ground px-4 py-2 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0">
              <HoldCountdown expiresAt={hold.holdExpiresAt} onExpire={booking.expire} />
            </div>
          )}
          <Steps
            center={center}
            search={search}
            today={today}
            here={here}
            booking={booking}
            access={access}
            facts={facts}
            rule={rule}
          />
        </div>
        <BookingAside
          facts={facts}
          rule={rule}
          hold={hold}
          offline={booking.isOffline}
          incomplete={booking.incomplete}
          action={
            <BookingAction
              step={step}
              hasHold={hold !== undefined}
              here={here}
              confirmLabel={center.confirmsManually ? 'Pedir reserva' : 'Confirmar reserva'}
              confirming={booking.isConfirming || access.goesOn}
              offline={booking.isOffline}
              access={access.access}
              onAccess={access.setAccess}
              onConfirm={booking.tryToConfirm}
              onKeepHold={() => booking.openStep('confirm')}
            />
          }
        />
      </div>
    </Page>
  )
}

type StepsProps = BookingScreenProps & {
  here: string
  booking: ReturnType<typeof useBooking>
  access: ReturnType<typeof useBookingAccess>
  facts: AppointmentFacts
  rule: string
}

function Steps({ center, search, today, here, booking, access, facts, rule }: StepsProps) {
  const { choice, hold, step, headings, trouble } = booking
  const isConfirming = step === 'confirm'
  const done = isConfirming ? hold : undefined
  const notice = trouble && (
    <BookingNotice
      trouble={trouble}
      centerId={center.id}
      serviceIds={choice.serviceIds}
      today={today}
      onSelect={(time) => booking.holdTime(time)}
      onDismiss={booking.dismissTrouble}
    />
  )
  // On a phone the confirm step's summary contains these lines.
  const closedClass = isConfirming ? 'max-lg:hidden' : undefined

  return (
    <>
      <BookingStep
        id="step-what"
        title="Qué necesitas"
        heading={headings.what}
        className={closedClass}
        closed={done && [done.service.name, placeLabels[done.place], `con ${done.professional.name}`].join(dot)}
        onOpen={() => booking.openStep('what')}
        changeLabel="Cambiar servicio, profesional o lugar"
      >
        {isConfirming ? (
          <Skeleton className="h-6 w-2/3" />
        ) : (
          <StepWhat
            choice={choice}
            listed={step === 'what'}
            onList={() => booking.openStep('what')}
            onChoose={booking.chooseOffer}
            hrefOf={(id) => bookingHref({ centerId: center.id, search: { ...search, offer: id, step: undefined } })}
            onChange={booking.change}
          />
        )}
      </BookingStep>

      <BookingStep
        id="step-when"
        title="Cuándo"
        heading={headings.when}
        className={closedClass}
        closed={done && formatLongMoment(done.startsAt)}
        onOpen={() => booking.openStep('when')}
        changeLabel="Cambiar día y hora"
      >
        {!isConfirming && notice}
        {isConfirming ? (
          <Skeleton className="h-6 w-1/2" />
        ) : choice.offer && choice.place && step === 'when' ? (
          <DayTimePicker
            centerId={center.id}
            serviceIds={choice.serviceIds}
            today={today}
            date={search.date ?? dateOf(hold?.startsAt ?? search.at)}
            onDateChange={(date) => booking.goTo({ date })}
            selected={hold?.startsAt}
            pendingAt={booking.pendingAt}
            onSelect={(time) => booking.holdTime(time)}
          />
        ) : (
          <p className="text-ink-soft">Elige primero un servicio para ver sus horas libres.</p>
        )}
      </BookingStep>

      <BookingStep id="step-confirm" title="Confirmar" heading={headings.confirm}>
        {done ? (
          <>
            {notice}
            <ConfirmSummary hold={done} facts={facts} rule={rule} onChange={booking.openStep} />
            <p className="max-lg:hidden">
              Antes de confirmar, mira en el resumen cuánto sale, cómo se paga y qué pasa si cancelas.
            </p>
            <StepConfirm
              hold={done}
              here={here}
              access={access.access}
              onAccess={access.setAccess}
              onRegistered={access.confirmOnceSignedIn}
              onSignedIn={() => booking.openStep('confirm')}
              dependants={access.dependants}
              dependantId={booking.dependantId}
              onDependantChange={booking.setDependantId}
              homeAddress={booking.homeAddress}
              onHomeAddressChange={booking.setHomeAddress}
              addressError={booking.addressError}
            />
          </>
        ) : isConfirming ? (
          <Skeleton className="h-64" />
        ) : (
          <p className="text-ink-soft">Al elegir una hora te la guardamos 10 minutos, sin compromiso.</p>
        )}
      </BookingStep>
    </>
  )
}

const dateOf = (instant: string | undefined) => (instant === undefined ? undefined : localMoment(instant).date)

/** The facts for the summary before a time is held. */
function chosenFacts({ center, choice }: { center: CenterProfile; choice: BookingChoice }): AppointmentFacts {
  const { offer, professionals, professionalId } = choice
  const only = professionals.length === 1 ? professionals[0] : undefined
  const named = only ?? professionals.find(({ id }) => id === professionalId)
  return {
    serviceName: offer?.name,
    duration: offer && formatDuration(offer.durationMinutes),
    startsAt: undefined,
    professionalName: offer && (named?.name ?? 'El primero disponible'),
    place: choice.place,
    centerName: center.name,
    centerAddress: fullAddress(center),
    priceCents: choice.priceCents,
    priceFrom: choice.priceFrom,
  }
}
