import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/appointments.ts'
import { generalCancellationRule } from '#contract/cancellation-sentences.ts'
import { atCenter, hasOneName } from '#contract/center-words.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { howToPay } from '#web/features/centers/how-to-pay.ts'
import { noBookingsAdvice } from '#web/features/centers/no-bookings.tsx'
import { formatDuration } from '#web/features/centers/offers.ts'
import { publicName } from '#web/features/centers/public-name.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { formatMomentWithOwn } from '#web/platform/own-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { factsOf, namedCenter } from './appointment-facts.ts'
import type { AppointmentFacts } from './appointment-summary.tsx'
import { BookedView } from './booked-view.tsx'
import { BookingAction } from './booking-action.tsx'
import { BookingAside } from './booking-aside.tsx'
import type { BookingChoice } from './booking-choice.ts'
import { bookingHref } from './booking-href.ts'
import type { BookingSearch, BookingStepId } from './booking-search.ts'
import { BookingStepList } from './booking-step-list.tsx'
import { cancellationRule, packageRule } from './cancellation-rule.ts'
import { depositLabel, depositSentence } from './deposit-text.ts'
import { HoldCountdown } from './hold-countdown.tsx'
import { packagePays } from './payment-sentence.ts'
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
  const { choice, hold, holdElsewhere, linkedTime, step } = booking
  const access = useBookingAccess({ attendee: booking.values, confirm: booking.tryToConfirm })
  const returnHref = bookingHref({
    centerId: center.id,
    search: hold ? { ...search, step: 'confirm', hold: hold.id } : search,
  })
  const isByPackage = booking.values.packageId !== ''
  const paysDeposit = hold !== undefined && hold.deposit !== null && !isByPackage
  const rule = hold
    ? (isByPackage ? packageRule : cancellationRule)(hold.cancellation)
    : generalCancellationRule(center)
  const facts = hold
    ? { ...factsOf(hold), homeAddress: booking.values.homeAddress, attendeeName: access.attendeeName }
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
          <BookingHead title={`Reservar ${atCenter(publicName(center))}`} step={step} onSelect={booking.openStep} />
          {holdElsewhere && (
            <HoldElsewhere
              hold={holdElsewhere}
              linkedTimeAt={linkedTime?.startsAt}
              pending={booking.pendingAt !== undefined}
              onTake={booking.takeLinkedTime}
            />
          )}
          {hold?.holdExpiresAt && (
            // Stays in view above an open on-screen keyboard.
            <div className="sticky top-0 z-20 -mx-4 -my-2 border-b border-line bg-ground px-4 py-2 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0">
              <HoldCountdown
                expiresAt={hold.holdExpiresAt}
                isLong={hold.deposit?.isDue ?? false}
                onExpire={booking.expire}
              />
            </div>
          )}
          <BookingStepList
            center={center}
            search={search}
            today={today}
            returnHref={returnHref}
            booking={booking}
            access={access}
            facts={facts}
            rule={rule}
          />
        </div>
        <BookingAside
          centerId={center.id}
          facts={facts}
          rule={rule}
          payment={isByPackage ? packagePays : ((hold && depositSentence(hold)) ?? howToPay(center))}
          isByPackage={isByPackage}
          hold={hold}
          incomplete={booking.incomplete}
          action={
            <BookingAction
              step={step}
              hasHold={hold !== undefined}
              returnHref={returnHref}
              confirmLabel={confirmLabelOf({ paysDeposit, ...center })}
              paysDeposit={paysDeposit}
              confirming={booking.isConfirming || access.confirmsOnceReady}
              access={access.access}
              onAccess={access.setAccess}
              onConfirm={booking.tryToConfirm}
              isAttendeeKnown={booking.requireAttendee}
              onKeepHold={() => booking.openStep('confirm')}
            />
          }
        />
      </div>
    </Page>
  )
}

function confirmLabelOf({ paysDeposit, confirmsManually }: { paysDeposit: boolean; confirmsManually: boolean }) {
  if (paysDeposit) return depositLabel
  return confirmsManually ? 'Pedir reserva' : 'Confirmar reserva'
}

function BookingHead({
  title,
  step,
  onSelect,
}: {
  title: string
  step: BookingStepId
  onSelect: (step: BookingStepId) => void
}) {
  return (
    <div className="grid gap-3">
      <h1 className={step === 'confirm' ? 'max-lg:text-xl max-lg:min-[22rem]:truncate' : undefined}>{title}</h1>
      <Stepper
        label="Pasos de la reserva"
        steps={steps}
        current={step}
        onSelect={(id) => {
          const to = steps.find((item) => item.id === id)
          if (to) onSelect(to.id)
        }}
      />
    </div>
  )
}

/** The facts for the summary before a time is held. */
function chosenFacts({ center, choice }: { center: CenterProfile; choice: BookingChoice }): AppointmentFacts {
  const { offer, professionals, professionalId } = choice
  const onlyProfessional = professionals.length === 1 ? professionals[0] : undefined
  const professional = onlyProfessional ?? professionals.find(({ id }) => id === professionalId)
  return {
    serviceName: offer?.name,
    duration: offer && formatDuration(offer.durationMinutes),
    startsAt: undefined,
    professionalName: offer && (professional?.name ?? 'El primero disponible'),
    place: choice.place,
    centerName: center.name,
    hasOneName: hasOneName(publicName(center)),
    centerAddress: fullAddress(center),
    priceCents: choice.priceCents,
    priceFrom: choice.priceFrom,
  }
}

/**
 * Replaces the steps for a centre that cannot be booked online: without a priced service it takes bookings only by telephone,
 * without a valid licence it takes none.
 */
function NothingToBook({ center }: { center: CenterProfile }) {
  return (
    <Page className="py-12">
      <EmptyState
        drawing="clock"
        heading="h1"
        title={
          center.takesBookings
            ? `${center.name} todavía no recibe reservas en línea`
            : `${center.name}: no recibe reservas por ahora`
        }
        action={
          <Link to="/centers/$centerId" params={{ centerId: center.id }} className={buttonClass()}>
            {hasOneName(publicName(center)) ? 'Ver su perfil' : 'Ver el perfil del centro'}
          </Link>
        }
      >
        {center.takesBookings
          ? 'Puedes pedir una hora por teléfono: lo encuentras en su perfil.'
          : noBookingsAdvice(center)}
      </EmptyState>
    </Page>
  )
}

type HoldElsewhereProps = {
  hold: Appointment
  /** The time in the link that led here, which waits for the visitor's decision. */
  linkedTimeAt: string | undefined
  pending: boolean
  onTake: () => void
}

/** A visitor can hold one time only. The notice names the held time and warns that holding a time here releases it. */
function HoldElsewhere({ hold, linkedTimeAt, pending, onTake }: HoldElsewhereProps) {
  const held = formatMomentWithOwn(hold.startsAt)
  return (
    <Banner
      tone="blue"
      title={`Tienes una hora guardada ${atCenter(namedCenter(hold))}`}
      action={
        <div className="flex flex-wrap gap-2">
          {linkedTimeAt && (
            <Button size="small" pending={pending} pendingLabel="Guardando…" onClick={onTake}>
              {`Guardar ${formatLongMoment(linkedTimeAt)}`}
            </Button>
          )}
          <Link
            to="/book/$centerId"
            params={{ centerId: hold.center.id }}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            Terminar esa reserva
          </Link>
        </div>
      }
    >
      {linkedTimeAt
        ? `${held}. Si guardas la hora que elegiste aquí (${formatLongMoment(linkedTimeAt)}), aquella queda libre.`
        : `${held}. Si eliges una hora aquí, aquella queda libre.`}
    </Banner>
  )
}
