import type { CenterProfile } from '#contract/centers.ts'
import { placeLabels, placesOf } from '#contract/places.ts'
import { formatNearDay, formatTime } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { dot } from '#web/ui/dot.ts'
import { Page } from '#web/ui/page.tsx'
import { Price } from '#web/ui/price.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { Cover } from '../cover.tsx'
import { whereToPay } from '../how-to-pay.ts'
import { CallCenter, noBookingsNow } from '../no-bookings.tsx'
import { groupOffers } from '../offers.ts'
import { BookingPanel, BookLink } from './booking-panel.tsx'
import { ProfileBody } from './profile-body.tsx'
import { personAlone } from './profile-people.tsx'
import type { ProfileSearch } from './profile-search.ts'

type ProfileScreenProps = { center: CenterProfile; today: string; search: ProfileSearch }

/** A centre's public profile. `today` is the local day from which free times are counted. */
export function CenterProfileScreen({ center, today, search }: ProfileScreenProps) {
  const offers = groupOffers(center)
  const bookable = offers.length > 0 && center.takesBookings

  return (
    <>
      <Page className="grid gap-6 pt-4 pb-14 sm:pt-6">
        <Breadcrumb
          items={[{ label: 'Inicio', href: '/' }, { label: 'Centros', href: '/centers' }, { label: center.name }]}
        />
        <Cover
          coverUrl={center.coverUrl}
          services={center.services}
          shape="wide"
          eager
          className="h-28 w-full rounded-card sm:h-48"
        />

        <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[1fr_21rem]">
          <ProfileBody center={center} offers={offers} />

          <aside aria-label="Reservar" className="max-lg:hidden lg:sticky lg:top-24">
            <BookingPanel center={center} offers={offers} today={today} found={search} />
          </aside>
        </div>
      </Page>
      {!center.takesBookings && (
        <div className="sticky bottom-(--bottom-bar) z-20 px-4 sm:px-6 lg:hidden">
          <StickyBar until="lg" className="flex-wrap justify-between">
            <span className="font-semibold">{noBookingsNow}</span>
            <CallCenter phone={center.phone} />
          </StickyBar>
        </div>
      )}
      {bookable && (
        <div className="sticky bottom-(--bottom-bar) z-20 px-4 sm:px-6 lg:hidden">
          <StickyBar until="lg" className="justify-between">
            <BarContent center={center} search={search} today={today} />
          </StickyBar>
        </div>
      )}
    </>
  )
}

/** What the search found here, and the booking of its next time; otherwise the lowest price, and the booking of any service. */
function BarContent({ center, search, today }: ProfileScreenProps) {
  const found = findService(center, search.offer)
  if (!found) {
    return (
      <>
        <span className="grid leading-tight">
          <Price cents={center.priceFromCents} from className="text-lg" />
          <span className="text-sm text-ink-soft">{whereToPay(center)}</span>
        </span>
        <BookLink centerId={center.id} />
      </>
    )
  }
  const { service, professional } = found
  const place = placesOf(professional.modalities).find((each) => each === search.place)
  const who = personAlone(center) ? undefined : professional.name
  const at = search.at !== undefined && localMoment(search.at).date >= today ? search.at : undefined
  return (
    <>
      <div className="grid min-w-0 gap-0.5 leading-tight">
        <p className="font-semibold">{service.name}</p>
        <p className="text-sm text-ink-soft">
          {[who, place ? placeLabels[place] : professional.modalities.join(', ')]
            .filter(Boolean)
            .map((text) => text + dot)}
          <Price cents={service.priceCents} className="text-ink" />
        </p>
      </div>
      <BookLink centerId={center.id} offerId={service.id} at={at} place={place}>
        {at ? (
          <span className="grid leading-tight whitespace-nowrap">
            <span className="text-sm font-medium">Reservar</span>
            <span className="tabular-nums">{`${formatNearDay({ date: localMoment(at).date, today })
              .split(' ', 2)
              .join(' ')} ${formatTime(at)}`}</span>
          </span>
        ) : (
          'Reservar hora'
        )}
      </BookLink>
    </>
  )
}

/** A service with its professional. Undefined without an id, or for one that the centre no longer offers. */
function findService({ professionals }: CenterProfile, serviceId: string | undefined) {
  for (const professional of professionals) {
    const service = professional.services.find(({ id }) => id === serviceId)
    if (service) return { service, professional }
  }
  return undefined
}
