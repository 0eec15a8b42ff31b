import type { CenterProfile } from '#contract/centers.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Page } from '#web/ui/page.tsx'
import { Price } from '#web/ui/price.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { Cover } from '../cover.tsx'
import { whereToPay } from '../how-to-pay.ts'
import { CallCenter, noBookingsNow } from '../no-bookings.tsx'
import { groupOffers } from '../offers.ts'
import { BookingPanel, BookLink } from './booking-panel.tsx'
import { ProfileBody } from './profile-body.tsx'

/** A centre's public profile. `today` is the local day from which free times are counted. */
export function CenterProfileScreen({ center, today }: { center: CenterProfile; today: string }) {
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
            <BookingPanel center={center} offers={offers} today={today} />
          </aside>
        </div>
      </Page>
      {!center.takesBookings && (
        <div className="sticky bottom-0 z-20 px-4 sm:px-6 lg:hidden">
          <StickyBar until="lg" className="flex-wrap justify-between">
            <span className="font-semibold">{noBookingsNow}</span>
            <CallCenter phone={center.phone} />
          </StickyBar>
        </div>
      )}
      {bookable && (
        <div className="sticky bottom-0 z-20 px-4 sm:px-6 lg:hidden">
          <StickyBar until="lg" className="justify-between">
            <span className="grid leading-tight">
              <Price cents={center.priceFromCents} from className="text-lg" />
              <span className="text-sm text-ink-soft">{whereToPay(center)}</span>
            </span>
            <BookLink centerId={center.id} />
          </StickyBar>
        </div>
      )}
    </>
  )
}
