import { Link } from '@tanstack/react-router'
import { generalCancellationRule } from '#contract/cancellation.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { useOwedStep } from '#web/features/accounts/use-owed-step.ts'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { formatDuration } from '#web/features/centers/offers.ts'
import { formatLongMoment, localMoment } from '#web/platform/local-days.ts'
import { useSession } from '#web/platform/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { dot } from '#web/ui/dot.ts'
import { Page } from '#web/ui/page.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

import { factsOf } from './appointment-facts.ts'
import type { AppointmentFacts } from './appointment-summary.tsx'
import { BookedView } from './booked-view.tsx'
import { BookingAside } from './booking-aside.tsx'
import type { BookingChoice } from './booking-choice.ts'
import { BookingNotice } from './booking-notice.tsx'
import { type BookingSearch, bookingHref } from './booking-search.ts'
import { BookingStep } from './booking-step.tsx'
import { cancellationRule } from './cancellation-rule.ts'
import { DayTimePicker } from './day-time-picker.tsx'
import { NothingToBook } from './nothing-to-book.tsx'
import { placeLabels } from './places.ts'
import { StepConfirm } from './step-confirm.tsx'
import { StepWhat } from './step-what.tsx'
import { useBooking } from './use-booking.ts'

/** `today` is the local day that free times begin with. */
export type BookingScreenProps = { center: CenterProfile; search: BookingSearch; today: string }

const steps = [
  { id: 'what', label: 'Qué' },
  { id: 'when', label: 'Cuándo' },
  { id: 'confirm', label: 'Confirmar' },
]

export function BookingScreen({ center, search, today }: BookingScreenProps) {
  if (search.booked) return <BookedView appointmentId={search.booked} centerId={center.id} />
  const isBookable = center.takesBookings && center.professionals.some(({ services }) => services.length > 0)
  if (!isBookable) return <NothingToBook center={center} />
  return <BookingSteps center={center} search={search} today={today} />
}

function BookingSteps({ center, search, today }: BookingScreenProps) {
  const session = useSession()
  const here = bookingHref({ centerId: center.id, search })
  const owed = useOwedStep(here)
  const mayConfirm = session.status === 'signedIn' && !owed
  const booking = useBooking({ center, search })
  const { choice, hold, holdElsewhere, step, headings, trouble } = booking
  const done = hold && step === 'confirm' ? hold : undefined

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
    <Page className="grid gap-6 pt-4 pb-16 max-lg:pb-0 sm:pt-6">
      <Breadcrumb
        items={[
          { label: 'Centros', href: '/centers' },
          { label: center.name, href: `/centers/${center.id}` },
          { label: 'Reservar' },
        ]}
      />
      <div className="grid gap-3">
        <h1>{`Reservar en ${center.name}`}</h1>
        <Stepper label="Pasos de la reserva" steps={steps} current={step} onSelect={booking.edit} />
      </div>
      {holdElsewhere && (
        <Banner
          tone="blue"
          title={`Tienes una hora guardada en ${holdElsewhere.center.name}`}
          action={
            <Link
              to="/book/$centerId"
              params={{ centerId: holdElsewhere.center.id }}
              className={buttonClass({ variant: 'secondary', size: 'small' })}
            >
              Terminar esa reserva
            </Link>
          }
        >
          {`${formatLongMoment(holdElsewhere.startsAt)}. Si eliges una hora aquí, aquella queda libre.`}
        </Banner>
      )}
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[1fr_22rem]">
        <div className="grid min-w-0 gap-9">
          <BookingStep
            id="step-what"
            title="Qué necesitas"
            heading={headings.what}
            closed={done && [done.service.name, placeLabels[done.place], `con ${done.professional.name}`].join(dot)}
            onOpen={booking.edit}
            changeLabel="Cambiar servicio, profesional o lugar"
          >
            <StepWhat
              choice={choice}
              hrefOf={(id) => bookingHref({ centerId: center.id, search: { ...search, offer: id } })}
              onChange={booking.change}
            />
          </BookingStep>

          <BookingStep
            id="step-when"
            title="Cuándo"
            heading={headings.when}
            closed={done && formatLongMoment(done.startsAt)}
            onOpen={booking.edit}
            changeLabel="Cambiar día y hora"
          >
            {notice}
            {choice.offer && choice.place ? (
              <DayTimePicker
                centerId={center.id}
                serviceIds={choice.serviceIds}
                today={today}
                date={search.date ?? (hold && localMoment(hold.startsAt).date)}
                onDateChange={(date) => booking.goTo({ date })}
                selected={hold?.startsAt}
                pendingAt={booking.pendingAt}
                onSelect={(time) => booking.holdTime(time)}
              />
            ) : (
              <p className="text-ink-soft">Elige primero un servicio para ver sus horas libres.</p>
            )}
            {hold && (
              <Button variant="secondary" className="mt-5 justify-self-start" onClick={booking.keepHold}>
                Seguir con la hora guardada
              </Button>
            )}
          </BookingStep>

          <BookingStep id="step-confirm" title="Confirmar" heading={headings.confirm}>
            {done ? (
              <>
                {notice}
                <StepConfirm
                  hold={done}
                  here={here}
                  dependantId={booking.dependantId}
                  onDependantChange={booking.setDependantId}
                  homeAddress={booking.homeAddress}
                  onHomeAddressChange={booking.setHomeAddress}
                  addressError={booking.addressError}
                />
              </>
            ) : (
              <p className="text-ink-soft">Al elegir una hora te la guardamos 10 minutos, sin compromiso.</p>
            )}
          </BookingStep>
        </div>
        <BookingAside
          facts={hold ? { ...factsOf(hold), homeAddress: booking.homeAddress } : chosenFacts({ center, choice })}
          rule={hold ? cancellationRule(hold.cancellation) : generalCancellationRule(center.lateRefundPercent)}
          hold={hold}
          onExpire={booking.expire}
          onConfirm={hold && !mayConfirm ? undefined : booking.tryToConfirm}
          confirming={booking.isConfirming}
          offline={booking.isOffline}
          confirmLabel={center.confirmsManually ? 'Pedir reserva' : 'Confirmar reserva'}
          incomplete={booking.incomplete}
        />
      </div>
    </Page>
  )
}

/** What the summary can say while no time is kept. */
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
