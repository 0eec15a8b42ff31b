import type { CenterCard } from '#contract/center-search.ts'
import { atCenter } from '#contract/center-words.ts'
import { OwnPrice } from '#web/features/promotions/own-price.tsx'
import { clockText } from '#web/platform/clock-text.ts'
import { formatNearDay } from '#web/platform/formats.ts'
import { localClock } from '#web/platform/local-instants.ts'
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
  'id' | 'name' | 'team' | 'worksAlone' | 'offer' | 'priceFromCents' | 'takesBookings'
> & {
  nextTimes: Pick<CenterCard['nextTimes'][number], 'serviceId' | 'startsAt'>[]
}

type CardTimesProps = { center: BookableCard; today: string; className?: string }

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
      {takesBookings && offer && (
        <OwnPrice centerId={center.id} priceCents={offer.priceCents} from={!offer.samePrice} />
      )}
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
      {center.nextTimes.map(({ startsAt, serviceId }) => {
        const { date, minute } = localClock(startsAt)
        return (
          <li key={startsAt}>
            {/* Opening the address holds the time, so it must not be preloaded. */}
            <Anchor
              href={`/book/${center.id}?offer=${serviceId}&at=${encodeURIComponent(startsAt)}`}
              rel="nofollow"
              className={timeButtonClass({ className: 'time-button-card' })}
            >
              <span className="text-sm font-normal">{cardDay({ date, today })}</span> <span>{clockText(minute)}</span>
              <RowOwnTime instant={startsAt} className="text-sm font-normal whitespace-normal" />
              <span className="sr-only">{`: reservar ${service} ${atCenter(publicName(center))}`}</span>
            </Anchor>
          </li>
        )
      })}
    </ul>
  )
}

/** `hoy`, `mañana`, otherwise `mié 25`: the times on a card are too near to need the month. */
function cardDay({ date, today }: { date: string; today: string }): string {
  return formatNearDay({ date, today }).split(' ', 2).join(' ')
}
