import type { CenterCard } from '#contract/center-search.ts'
import { atCenter } from '#contract/center-words.ts'
import { OwnPrice } from '#web/features/promotions/own-price.tsx'
import { clockText } from '#web/platform/clock-text.ts'
import { formatNearDay } from '#web/platform/formats.ts'
import { localClock } from '#web/platform/local-instants.ts'
import { hrefOf } from '#web/platform/search-params.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { timeButtonClass } from '#web/ui/time-button-class.ts'
import { noBookingsNow } from './no-bookings.tsx'
import { formatDuration } from './offers.ts'
import { publicName } from './public-name.ts'

export type BookableCard = Pick<
  CenterCard,
  'id' | 'name' | 'team' | 'worksAlone' | 'offer' | 'priceFromCents' | 'takesBookings' | 'moreTimes'
> & {
  nextTimes: Pick<CenterCard['nextTimes'][number], 'serviceId' | 'startsAt'>[]
}

type CardTimesProps = {
  center: BookableCard
  today: string
  /** Of the price, which a narrow card has elsewhere. */
  priceClass?: string
  className?: string
}

export function CardTimes({ center, today, priceClass, className }: CardTimesProps) {
  const { offer, priceFromCents, takesBookings } = center
  return (
    <div className={classNames('card-times', className)}>
      {offer && (
        <p className="text-sm">
          <span className="font-semibold">{offer.name}</span>
          <span className="text-ink-soft">{dot + formatDuration(offer.durationMinutes)}</span>
          <span className={priceClass}>
            <span className="text-ink-soft">{dot}</span>
            <Price cents={offer.priceCents} from={!offer.samePrice} />
          </span>
        </p>
      )}
      {!offer && priceFromCents !== null && (
        <Price cents={priceFromCents} from className={classNames('text-sm', priceClass)} />
      )}
      {takesBookings && offer && (
        <OwnPrice centerId={center.id} priceCents={offer.priceCents} from={!offer.samePrice} />
      )}
      {takesBookings && offer && center.nextTimes.length > 0 ? (
        <Times center={center} offer={offer} today={today} />
      ) : (
        <p className="text-sm text-ink-soft">{advice(center)}</p>
      )}
    </div>
  )
}

function advice({ offer, priceFromCents, takesBookings }: BookableCard): string {
  if (!takesBookings) return noBookingsNow
  if (offer) return 'Sin horas libres en los próximos días.'
  if (priceFromCents === null) return 'Consulta precios y horarios con el centro.'
  return 'Elige el servicio y mira sus horas libres.'
}

/** The times by day, the day once, and after the last one how many more it has. */
function Times({
  center,
  offer,
  today,
}: {
  center: BookableCard
  offer: NonNullable<BookableCard['offer']>
  today: string
}) {
  const place = offer.place ?? undefined
  const where = `: reservar ${offer.name} ${atCenter(publicName(center))}`
  const dateOf = ({ startsAt }: { startsAt: string }) => localClock(startsAt).date
  const days = [...new Set(center.nextTimes.map(dateOf))]
  const last = center.nextTimes.at(-1)
  return (
    <div className="card-times-days">
      {days.map((date, index) => {
        const day = cardDay({ date, today })
        return (
          <div key={date} className="card-times-day">
            <p aria-hidden="true" className="card-times-label">
              {day}
            </p>
            <ul className="contents">
              {center.nextTimes
                .filter((time) => dateOf(time) === date)
                .map(({ startsAt, serviceId }) => (
                  <li key={startsAt}>
                    {/* Opening the address holds the time, so it must not be preloaded. */}
                    <Anchor
                      href={hrefOf(`/book/${center.id}`, { offer: serviceId, place, at: startsAt })}
                      rel="nofollow"
                      className={timeButtonClass({ className: 'time-button-card' })}
                    >
                      <span className="sr-only">{day}</span> <span>{clockText(localClock(startsAt).minute)}</span>
                      <RowOwnTime instant={startsAt} className="text-sm font-normal whitespace-normal" />
                      <span className="sr-only">{where}</span>
                    </Anchor>
                  </li>
                ))}
              {index === days.length - 1 && last && center.moreTimes > 0 && (
                <li>
                  <Anchor
                    href={hrefOf(`/book/${center.id}`, { offer: last.serviceId, place, date })}
                    rel="nofollow"
                    className="card-times-more"
                  >
                    +{center.moreTimes}
                    <span className="sr-only">{` ${center.moreTimes === 1 ? 'hora' : 'horas'} más ${day}${where}`}</span>
                  </Anchor>
                </li>
              )}
            </ul>
          </div>
        )
      })}
    </div>
  )
}

/** `hoy`, `mañana`, otherwise `mié 25`: the times on a card are too near to need the month. */
function cardDay({ date, today }: { date: string; today: string }): string {
  return formatNearDay({ date, today }).split(' ', 2).join(' ')
}
