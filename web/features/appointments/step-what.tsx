import { type ReactNode, useRef } from 'react'
import { type Place, placeLabels } from '#contract/places.ts'
import { depositWords, formatDuration, type Offer, professionalNames } from '#web/features/centers/offers.ts'
import { useServiceTypes } from '#web/features/centers/use-catalogue.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import Building2 from '~icons/lucide/building-2'
import House from '~icons/lucide/house'
import Video from '~icons/lucide/video'
import type { BookingChoice } from './booking-choice.ts'
import type { BookingSearch } from './booking-search.ts'

const placeIcons: Record<Place, ReactNode> = {
  center: <Building2 aria-hidden="true" />,
  online: <Video aria-hidden="true" />,
  home: <House aria-hidden="true" />,
}

export type StepWhatProps = {
  /** The URL that chooses an offer, so that the list works before the scripts have loaded. */
  hrefOf: (offerId: string) => string
  choice: BookingChoice
  /** Whether the list of services is open; otherwise only the chosen service is visible. */
  isListOpen: boolean
  onOpenList: () => void
  onChoose: (offerId: string, serviceIds: readonly string[]) => void
  onChange: (change: Partial<BookingSearch>) => void
}

export function StepWhat({ choice, isListOpen, hrefOf, onOpenList, onChoose, onChange }: StepWhatProps) {
  const { offers, offer, professionals, professionalId, places, place } = choice
  const chosenOffer = useRef<HTMLDivElement>(null)

  function choose(next: Offer) {
    onChoose(
      next.id,
      next.services.map(({ service }) => service.id),
    )
    // The pressed button disappears with its list.
    requestAnimationFrame(() => chosenOffer.current?.focus())
  }

  return (
    <div className="grid gap-5">
      {isListOpen || !offer ? (
        <OfferList offers={offers} chosenId={offer?.id} hrefOf={hrefOf} onChoose={choose} />
      ) : (
        <div
          ref={chosenOffer}
          tabIndex={-1}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-action bg-action-soft px-4 py-3"
        >
          <OfferText offer={offer} />
          {offers.length > 1 && (
            <Button variant="quiet" size="small" className="-mr-2 max-sm:-ml-3" onClick={onOpenList}>
              Cambiar servicio
            </Button>
          )}
        </div>
      )}
      {!isListOpen && offer && professionals.length > 1 && (
        <SelectField
          label="¿Con quién?"
          value={professionalId ?? ''}
          onChange={(event) => onChange({ professional: event.currentTarget.value || undefined })}
          options={[
            { value: '', label: 'El primero disponible' },
            ...professionals.map(({ id, name, priceCents }) => ({
              value: id,
              label: offer.samePrice ? name : `${name}${dot}${formatMoney(priceCents)}`,
            })),
          ]}
          className="max-w-md"
        />
      )}
      {!isListOpen && offer && places.length > 1 && (
        <RadioCards
          legend="¿Dónde?"
          name="place"
          columns={3}
          value={place ?? ''}
          onChange={(event) => onChange({ place: places.find((item) => item === event.currentTarget.value) })}
          options={places.map((value) => ({ value, label: placeLabels[value], icon: placeIcons[value] }))}
        />
      )}
      {!isListOpen && offer && places.length === 1 && place && (
        <p className="flex items-center gap-2 text-ink-soft [&_svg]:size-5">
          {placeIcons[place]}
          {placeLabels[place]}
          {professionals.length === 1 && professionals[0] && `, con ${professionals[0].name}`}
        </p>
      )}
    </div>
  )
}

function OfferList({
  offers,
  chosenId,
  hrefOf,
  onChoose,
}: {
  offers: readonly Offer[]
  chosenId: string | undefined
  hrefOf: (offerId: string) => string
  onChoose: (offer: Offer) => void
}) {
  const people = new Set(offers.flatMap(({ services }) => services.map(({ professional }) => professional.id)))
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {offers.map((offer) => (
        <li key={offer.id} className="grid">
          <a
            href={hrefOf(offer.id)}
            rel="nofollow"
            aria-current={offer.id === chosenId || undefined}
            onClick={(event) => {
              if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              onChoose(offer)
            }}
            className="flex min-h-16 items-center justify-between gap-4 rounded-control border border-control bg-panel px-4 py-3 transition-colors hover:border-ink-soft hover:bg-action-soft aria-[current]:border-action aria-[current]:bg-action-soft"
          >
            <OfferText offer={offer} isOfOne={people.size === 1} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** `isOfOne`: one professional gives all services, and the page names them elsewhere. */
function OfferText({ offer, isOfOne = false }: { offer: Offer; isOfOne?: boolean }) {
  const types = useServiceTypes().data?.items
  const deposit = depositWords(offer)
  const specialty = types?.find(({ slug }) => slug === offer.serviceType)?.name
  return (
    <span className="flex min-w-0 grow items-baseline justify-between gap-x-4 cramped:flex-wrap">
      <span className="min-w-0">
        <span className="font-semibold">{offer.name}</span>
        <span className="text-sm text-ink-soft">
          {dot}
          <span className="whitespace-nowrap">{formatDuration(offer.durationMinutes)}</span>
        </span>
        <span className="block text-sm text-ink-soft">
          {[specialty, !isOfOne && `con ${professionalNames(offer)}`].filter(Boolean).join(dot)}
        </span>
        {deposit && <span className="block text-sm">{deposit}</span>}
      </span>
      <Price cents={offer.priceFromCents} from={!offer.samePrice} className="shrink-0 text-right" />
    </span>
  )
}
