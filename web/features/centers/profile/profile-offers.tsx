import { Link } from '@tanstack/react-router'

import { OwnPrice } from '#web/features/promotions/own-price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'

import { depositWords, formatDuration, type Offer, professionalNames } from '../offers.ts'

export type ProfileOffersProps = {
  centerId: string
  /** Without bookings, only the prices are shown. */
  takesBookings: boolean
  offers: readonly Offer[]
  nameOf: (slug: string) => string
  /** The services of the centre that no authority regulates. */
  unregulated: readonly string[]
  /** Whether the centre is one professional, whose name the head of the page already has. */
  isAlone: boolean
}

export function ProfileOffers({ offers, nameOf, unregulated, ...booking }: ProfileOffersProps) {
  const unpriced = unregulated.filter((slug) => offers.every(({ serviceType }) => serviceType !== slug))
  return (
    <div className="grid gap-3">
      {offers.length === 0 ? (
        <p className="text-ink-soft">Todavía no hay precios publicados. Consúltalos por teléfono.</p>
      ) : (
        <ul className="grid divide-y divide-line rounded-card border border-line bg-panel">
          {offers.map((offer) => (
            <OfferLine
              key={offer.id}
              {...booking}
              offer={offer}
              nameOf={nameOf}
              isUnregulated={unregulated.includes(offer.serviceType)}
            />
          ))}
        </ul>
      )}
      {unpriced.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          <Unregulated />
          <span className="text-sm text-ink-soft">{unpriced.map(nameOf).join(', ')}</span>
        </p>
      )}
    </div>
  )
}

const Unregulated = () => <Badge tone="amber">Terapia complementaria, no regulada</Badge>

type OfferLineProps = Pick<ProfileOffersProps, 'centerId' | 'takesBookings' | 'nameOf' | 'isAlone'> & {
  offer: Offer
  isUnregulated: boolean
}

function OfferLine({ centerId, takesBookings, nameOf, isAlone, offer, isUnregulated }: OfferLineProps) {
  const deposit = depositWords(offer)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 grow basis-52">
        <h3 className="text-base">{offer.name}</h3>
        <p className="text-sm text-ink-soft">
          {[
            formatDuration(offer.durationMinutes),
            typeOf(offer, nameOf),
            !isAlone && professionalNames(offer),
            modalitiesOf(offer),
          ]
            .filter(Boolean)
            .join(dot)}
        </p>
        {takesBookings && deposit && <p className="text-sm">{deposit}</p>}
        {takesBookings && <OwnPrice centerId={centerId} priceCents={offer.priceFromCents} from={!offer.samePrice} />}
        {isUnregulated && (
          <p className="pt-1">
            <Unregulated />
          </p>
        )}
      </div>
      <div className="flex grow flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:grow-0">
        <Price cents={offer.priceFromCents} from={!offer.samePrice} className="text-lg" />
        {takesBookings && (
          <Button
            variant="secondary"
            size="small"
            render={
              <Link
                to="/book/$centerId"
                params={{ centerId }}
                search={{ offer: offer.id }}
                rel="nofollow"
                aria-label={`Reservar ${offer.name}`}
              />
            }
          >
            Reservar
          </Button>
        )}
      </div>
    </li>
  )
}

/** The catalogue's name, where the offer's own name does not contain it. */
function typeOf(offer: Offer, nameOf: (slug: string) => string): string | undefined {
  const type = nameOf(offer.serviceType)
  return offer.name.toLocaleLowerCase('es').includes(type.toLocaleLowerCase('es')) ? undefined : type
}

/** How its professionals attend: «Presencial, Online». */
function modalitiesOf({ services }: Offer): string {
  return [...new Set(services.flatMap(({ professional }) => professional.modalities))].join(', ')
}
