import { type ReactNode, type RefObject, Suspense } from 'react'
import { holdMinutes } from '#contract/calendar.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { placeLabels } from '#contract/places.ts'
import { usePendingStep } from '#web/features/auth/use-pending-step.ts'
import { whereToPay } from '#web/features/centers/how-to-pay.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { useSession } from '#web/platform/session.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BookingAccessProps } from './access/booking-access.tsx'
import type { AppointmentFacts } from './appointment-summary.tsx'
import { bookingHref } from './booking-href.ts'
import { BookingNotice } from './booking-notice.tsx'
import type { BookingSearch } from './booking-search.ts'
import { ConfirmSummary } from './confirm-summary.tsx'
import { DayTimePicker } from './day-time-picker.tsx'
import { HoldFields, type HoldFieldsProps } from './hold-fields.tsx'
import { StepWhat } from './step-what.tsx'
import type { useBooking } from './use-booking.ts'
import type { useBookingAccess } from './use-booking-access.ts'

// Loaded lazily: only a visitor without a session needs these forms and their schemas.
const BookingAccess = lazyPart(() => import('./access/booking-access.tsx').then((module) => module.BookingAccess))

type Booking = ReturnType<typeof useBooking>

type BookingStepListProps = {
  center: CenterProfile
  search: BookingSearch
  /** The local day with which free times begin. */
  today: string
  returnHref: string
  booking: Booking
  access: ReturnType<typeof useBookingAccess>
  facts: AppointmentFacts
  rule: string
}

/** The three steps. The confirm step closes the first two, which then show the choice in one line. */
export function BookingStepList(props: BookingStepListProps) {
  const { center, today, booking } = props
  const { choice, step, trouble } = booking
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
  return (
    <>
      <WhatStep {...props} />
      <WhenStep {...props} notice={step === 'confirm' ? undefined : notice} />
      <ConfirmStep {...props} notice={notice} />
    </>
  )
}

/** How the confirm step changes every step: it closes the first two, which then sum up the held time. */
function confirmState({ step, hold }: Booking) {
  const isConfirming = step === 'confirm'
  return {
    isConfirming,
    holdToConfirm: isConfirming ? hold : undefined,
    // On a phone the confirm step's summary contains these lines.
    closedClass: isConfirming ? 'max-lg:hidden' : undefined,
  }
}

function WhatStep({ center, search, booking }: BookingStepListProps) {
  const { choice, step, headings } = booking
  const { isConfirming, holdToConfirm, closedClass } = confirmState(booking)
  return (
    <BookingStep
      id="step-what"
      title="Qué necesitas"
      heading={headings.what}
      className={closedClass}
      summary={
        holdToConfirm &&
        [holdToConfirm.service.name, placeLabels[holdToConfirm.place], `con ${holdToConfirm.professional.name}`].join(
          dot,
        )
      }
      onOpen={() => booking.openStep('what')}
      changeLabel="Cambiar servicio, profesional o lugar"
    >
      {isConfirming ? (
        <Skeleton className="h-6 w-2/3" />
      ) : (
        <StepWhat
          choice={choice}
          isListOpen={step === 'what'}
          onOpenList={() => booking.openStep('what')}
          onChoose={booking.chooseOffer}
          hrefOf={(id) => bookingHref({ centerId: center.id, search: { ...search, offer: id, step: undefined } })}
          onChange={booking.change}
        />
      )}
    </BookingStep>
  )
}

function WhenStep({ center, search, today, booking, notice }: BookingStepListProps & { notice: ReactNode }) {
  const { choice, hold, step, headings } = booking
  const { isConfirming, holdToConfirm, closedClass } = confirmState(booking)
  return (
    <BookingStep
      id="step-when"
      title="Cuándo"
      heading={headings.when}
      className={closedClass}
      summary={holdToConfirm && formatLongMoment(holdToConfirm.startsAt)}
      onOpen={() => booking.openStep('when')}
      changeLabel="Cambiar día y hora"
    >
      {notice}
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
  )
}

const dateOf = (instant: string | undefined) => (instant === undefined ? undefined : localMoment(instant).date)

function ConfirmStep({
  center,
  returnHref,
  booking,
  access,
  facts,
  rule,
  notice,
}: BookingStepListProps & { notice: ReactNode }) {
  const { isConfirming, holdToConfirm } = confirmState(booking)
  return (
    <BookingStep id="step-confirm" title="Confirmar" heading={booking.headings.confirm}>
      {holdToConfirm ? (
        <>
          {notice}
          <ConfirmSummary
            hold={holdToConfirm}
            facts={facts}
            rule={rule}
            whereToPay={whereToPay(center)}
            isByPackage={booking.values.packageId !== ''}
            onChange={booking.openStep}
          />
          <p className="max-lg:hidden">
            Antes de confirmar, mira en el resumen cuánto sale, cómo se paga y qué pasa si cancelas.
          </p>
          <StepConfirm
            hold={holdToConfirm}
            returnHref={returnHref}
            access={access.access}
            onAccess={access.setAccess}
            onRegistered={access.confirmOnceSignedIn}
            onSignedIn={() => booking.openStep('confirm')}
            dependants={access.dependants}
            values={booking.values}
            onChange={booking.changeValues}
            addressError={booking.addressError}
            newDependantErrors={booking.newDependantErrors}
          />
        </>
      ) : isConfirming ? (
        <Skeleton className="h-64" />
      ) : (
        <p className="text-ink-soft">Al elegir una hora te la guardamos {holdMinutes} minutos, sin compromiso.</p>
      )}
    </BookingStep>
  )
}

type BookingStepProps = {
  id: string
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  /** The choice in one line, once the step is done. */
  summary?: string | false
  onOpen?: () => void
  changeLabel?: string
  className?: string
  children: ReactNode
}

function BookingStep({ id, title, heading, summary, onOpen, changeLabel, className, children }: BookingStepProps) {
  return (
    <section aria-labelledby={id} className={classNames('grid min-w-0 gap-4 max-lg:gap-2.5', className)}>
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id={id} ref={heading} tabIndex={-1} className="scroll-mt-16">
            {title}
          </h2>
          {summary && <p className="mt-1 first-letter:uppercase">{summary}</p>}
        </div>
        {summary && (
          <Button
            variant="quiet"
            size="small"
            className="-mt-1 -mr-3 shrink-0"
            aria-label={changeLabel}
            onClick={onOpen}
          >
            Cambiar
          </Button>
        )}
      </div>
      {!summary && children}
    </section>
  )
}

type StepConfirmProps = Omit<BookingAccessProps, 'heldUntil'> & Omit<HoldFieldsProps, 'asksAddress'>

/** The last step's fields. A visitor without a session registers or signs in here while the time stays held. */
function StepConfirm({
  hold,
  dependants,
  values,
  onChange,
  addressError,
  newDependantErrors,
  ...access
}: StepConfirmProps) {
  const session = useSession()
  const pendingStep = usePendingStep(access.returnHref)
  if (session.status === 'loading') return <Skeleton className="h-24" />
  return (
    <div className="grid gap-5">
      {session.status === 'signedIn' && pendingStep && (
        <div className="grid justify-items-start gap-3 rounded-card bg-sand px-4 py-4">
          <p>{pendingStep.text} La hora queda guardada mientras tanto y vuelves a este paso.</p>
          <Anchor href={pendingStep.href} className={buttonClass()}>
            {pendingStep.label}
          </Anchor>
        </div>
      )}
      <HoldFields
        hold={hold}
        dependants={dependants}
        values={values}
        onChange={onChange}
        asksAddress={!pendingStep}
        addressError={addressError}
        newDependantErrors={newDependantErrors}
      />
      {session.status === 'signedOut' && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <BookingAccess {...access} heldUntil={hold.holdExpiresAt ?? hold.startsAt} />
        </Suspense>
      )}
    </div>
  )
}
