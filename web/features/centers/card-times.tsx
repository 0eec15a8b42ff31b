import { Link } from '@tanstack/react-router'

import type { CenterCard } from '#contract/center-search.ts'
import { formatTime } from '#web/platform/formats.ts'
import { formatNearDay, localMoment } from '#web/platform/local-days.ts'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { timeButtonClass } from '#web/ui/time-button-class.ts'

import { noBookingsNow } from './no-bookings.tsx'
import { formatDuration } from './offers.ts'

export type BookableCard = Pick<CenterCard, 'id' | 'name' | 'offer' | 'priceFromCents' | 'takesBookings'> & {
  nextTimes: Pick<CenterCard['nextTimes'][number], 'serviceId' | 'startsAt'>[]
}

type CardTimesProps = { center: BookableCard; today: string; className?: string }

/** What a card offers: the service that fits the search, its duration and price, and its next free times. */
export function CardTimes({ center, today, className }: CardTimesProps) {
  const { offer, priceFromCents, takesBookings } = center
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      {offer && (
        <p className="text-sm">
          <span className="font-semibold">{offer.name}</span>
          <span className="text-ink-soft">{`${dot}${formatDuration(offer.durationMinutes)}${dot}`}</span>
          <Price cents={offer.priceCents} from={!offer.samePrice} />
        </p>
      )}
      {!offer && priceFromCents !== null && <Price cents={priceFromCents} from className="text-sm" />}
      {takesBookings && offer && center.nextTimes.length > 0 ? (
        <Times center={center} service={offer.name} today={today} />
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

function Times({ center, service, today }: { center: BookableCard; service: string; today: string }) {
  return (
    <ul className="grid grid-cols-3 gap-2">
      {center.nextTimes.map(({ startsAt, serviceId }) => (
        <li key={startsAt}>
          <Link
            to="/book/$centerId"
            params={{ centerId: center.id }}
            search={{ offer: serviceId, at: startsAt }}
            // Opening the address holds the time, so it must not be preloaded.
            preload={false}
            rel="nofollow"
            className={timeButtonClass({ className: 'time-button-card' })}
          >
            <span className="text-sm font-normal">{cardDay({ startsAt, today })}</span>{' '}
            <span>{formatTime(startsAt)}</span>
            <span className="sr-only">{`: reservar ${service} en ${center.name}`}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** `hoy`, `mañana`, otherwise `mié 25`: the times on a card are too near to need the month. */
function cardDay({ startsAt, today }: { startsAt: string; today: string }): string {
  const day = formatNearDay({ date: localMoment(startsAt).date, today })
  return day.split(' ').slice(0, 2).join(' ')
}
