import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { freeCancellationSentence } from '#contract/cancellation-sentences.ts'
import { hasOneName } from '#contract/center-words.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { inWords } from '#contract/numbers-in-words.ts'
import { useApi } from '#web/platform/api.ts'
import { formatNearDay, formatTime } from '#web/platform/formats.ts'
import { localInstant } from '#web/platform/local-instants.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { RowOwnTime, ZoneNote } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { timeButtonClass } from '#web/ui/time-button-class.ts'

import { howToPay } from '../how-to-pay.ts'
import { CallCenter, noBookingsAdvice, noBookingsNow } from '../no-bookings.tsx'
import { depositWords, findOffer, formatDuration, type Offer } from '../offers.ts'
import { publicName } from '../public-name.ts'
import { MessageLink } from './message-link.tsx'
import type { ProfileSearch } from './profile-search.ts'

export type BookingPanelProps = {
  center: CenterProfile
  offers: readonly Offer[]
  today: string
  /** The service that a search found here, and how it was asked to take place. */
  found: Pick<ProfileSearch, 'offer' | 'place'>
}

/** The limits of the request for free times, and of the times that the panel shows. */
const maxServices = 60
const lookAheadDays = 14
const shownDays = 3
const timesPerDay = 3

export function BookingPanel({ center, offers, today, found }: BookingPanelProps) {
  if (!center.takesBookings) {
    return (
      <Card look="floating" className="grid gap-3">
        <p className="font-semibold">{noBookingsNow}</p>
        <p className="text-ink-soft">{noBookingsAdvice(center)}</p>
        <CallCenter phone={center.phone} wide />
        <MessageLink centerId={center.id} centerName={center.name} wide />
      </Card>
    )
  }
  if (offers.length === 0) {
    return (
      <Card look="floating" className="grid gap-2">
        <p className="font-semibold">Consultar</p>
        <p className="text-ink-soft">Todavía no se puede reservar en línea. Llama o escribe para pedir una hora.</p>
        <MessageLink centerId={center.id} centerName={center.name} wide />
      </Card>
    )
  }
  return <OfferPanel center={center} offers={offers} today={today} found={found} />
}

/** Shows the times of one service at a time, because a time needs its service and price beside it. */
function OfferPanel({ center, offers, today, found }: BookingPanelProps) {
  const first = findOffer({ offers, serviceId: found.offer }) ? found.offer : center.firstServiceId
  const [chosenId, setChosenId] = useState(first ?? '')
  const chosenOffer = findOffer({ offers, serviceId: chosenId })
  const deposit = chosenOffer && depositWords(chosenOffer)
  return (
    <Card look="floating" className="grid gap-5">
      <div className="grid gap-1">
        <SelectField
          label="Servicio"
          value={chosenOffer?.id ?? ''}
          onChange={({ target }) => setChosenId(target.value)}
          options={[
            ...(chosenOffer ? [] : [{ value: '', label: 'Elige un servicio' }]),
            ...offers.map((offer) => ({ value: offer.id, label: labelOf({ offer, offers }) })),
          ]}
        />
        <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
          <Price
            cents={chosenOffer?.priceFromCents ?? center.priceFromCents}
            from={!chosenOffer?.samePrice}
            className="text-xl"
          />
          {chosenOffer && <span className="text-ink-soft">{formatDuration(chosenOffer.durationMinutes)}</span>}
        </p>
        <p className="text-sm text-ink-soft">
          {howToPay(center)}
          {deposit && ` ${deposit}.`}
          {center.confirmsManually &&
            ` ${hasOneName(publicName(center)) ? center.professionals[0]?.name : 'El centro'} confirma cada reserva.`}
        </p>
      </div>
      {chosenOffer ? (
        <NextDays center={center} offer={chosenOffer} place={found.place} today={today} />
      ) : (
        <p className="text-ink-soft">Elige un servicio para ver sus horas libres.</p>
      )}
      <div className="grid gap-2">
        <BookLink centerId={center.id} offerId={chosenOffer?.id} place={found.place} wide />
        <MessageLink centerId={center.id} centerName={center.name} wide />
      </div>
      <p className="text-sm text-ink-soft">{freeCancellationSentence(center)}</p>
    </Card>
  )
}

/** The duration is part of the label only where two services have the same name. */
function labelOf({ offer, offers }: { offer: Offer; offers: readonly Offer[] }): string {
  const isOnly = offers.every(({ id, name }) => id === offer.id || name !== offer.name)
  return isOnly ? offer.name : `${offer.name}${dot}${formatDuration(offer.durationMinutes)}`
}

type BookLinkProps = {
  centerId: string
  offerId?: string | undefined
  /** A free time, which opening the link holds. */
  at?: string | undefined
  place?: ProfileSearch['place']
  wide?: boolean
  children?: ReactNode
}

export function BookLink({ centerId, offerId, at, place, wide = false, children = 'Reservar hora' }: BookLinkProps) {
  return (
    <Button
      size="large"
      wide={wide}
      render={
        <Link
          to="/book/$centerId"
          params={{ centerId }}
          search={{
            ...(offerId !== undefined && { offer: offerId }),
            ...(place && { place }),
            ...(at !== undefined && { at }),
          }}
          {...(at !== undefined && { preload: false })}
          rel="nofollow"
        />
      }
    >
      {children}
    </Button>
  )
}

type NextDaysProps = Pick<BookingPanelProps, 'center' | 'today'> & { offer: Offer; place: ProfileSearch['place'] }

/** The first free days, each with its first times, one press from booking. Loads after the page, into reserved space. */
function NextDays({ center, offer, place, today }: NextDaysProps) {
  const { queries } = useApi()
  const hydrated = useHydrated()
  const serviceIds = offer.services.map(({ service }) => service.id).slice(0, maxServices)
  const { data, isError } = useQuery({
    ...queries.appointments.freeTimes.queryOptions({
      input: { centerId: center.id, serviceIds, from: today, days: lookAheadDays },
    }),
    enabled: hydrated,
  })
  if (isError) return null
  if (!data) {
    return (
      <div aria-busy="true" className="grid gap-4">
        <ZoneNote instants={[localInstant({ date: today, minute: 12 * 60 })]} className="mb-1" />
        <p role="status" className="sr-only">
          Cargando horas libres
        </p>
        {/* As high as a day with one row of times. */}
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-17.5" />
        ))}
      </div>
    )
  }
  const days = data.days.filter((day) => day.times.length > 0).slice(0, shownDays)
  if (days.length === 0)
    return <p className="text-ink-soft">{`Sin horas libres en las próximas ${inWords(lookAheadDays / 7)} semanas.`}</p>
  const shown = days.map((day) => ({ ...day, times: day.times.slice(0, timesPerDay) }))
  return (
    <div className="grid gap-4">
      <ZoneNote instants={shown.flatMap(({ times }) => times.map(({ startsAt }) => startsAt))} className="mb-1">
        {shown.map((day) => (
          <div key={day.date} className="grid gap-1.5">
            <p className="text-sm font-medium first-letter:uppercase">{formatNearDay({ date: day.date, today })}</p>
            <ul className="grid grid-cols-3 gap-2">
              {day.times.map((time) => {
                const clock = formatTime(time.startsAt)
                return (
                  <li key={time.startsAt}>
                    <Link
                      to="/book/$centerId"
                      params={{ centerId: center.id }}
                      search={{ offer: time.serviceId, ...(place && { place }), at: time.startsAt }}
                      preload={false}
                      rel="nofollow"
                      className={timeButtonClass({ className: 'w-full flex-col' })}
                    >
                      {clock}
                      <RowOwnTime instant={time.startsAt} className="text-sm font-normal whitespace-normal" />
                      <span className="sr-only">{`: reservar ${formatNearDay({ date: day.date, today })}`}</span>
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </ZoneNote>
    </div>
  )
}
