import type { Place } from '#contract/places.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { OwnTime } from '#web/platform/zone-note.tsx'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import CalendarDays from '~icons/lucide/calendar-days'
import House from '~icons/lucide/house'
import MapPin from '~icons/lucide/map-pin'
import Stethoscope from '~icons/lucide/stethoscope'
import User from '~icons/lucide/user'
import UsersRound from '~icons/lucide/users-round'
import Video from '~icons/lucide/video'

export type AppointmentFacts = {
  serviceName: string | undefined
  duration: string | undefined
  startsAt: string | undefined
  professionalName: string | undefined
  place: Place | undefined
  centerName: string
  /** Whether the centre and the professional have the same name. The line of the place then has only the address. */
  hasOneName: boolean
  centerAddress: string
  homeAddress?: string | null
  attendeeName?: string
  priceCents: number | undefined
  priceFrom?: boolean
}

const notChosen = <span className="text-ink-soft">Por elegir</span>

export function AppointmentSummary({ facts, className }: { facts: AppointmentFacts; className?: string }) {
  const { serviceName, duration, startsAt, professionalName, attendeeName, priceCents } = facts
  return (
    <SummaryList
      {...(className && { className })}
      items={[
        {
          label: 'Servicio',
          value: serviceName ? [serviceName, duration].filter(Boolean).join(dot) : notChosen,
          icon: <Stethoscope aria-hidden="true" />,
        },
        {
          label: 'Día y hora',
          value: startsAt ? (
            <>
              <span className="inline-block font-semibold first-letter:uppercase">{formatLongMoment(startsAt)}</span>
              <OwnTime instant={startsAt} />
            </>
          ) : (
            notChosen
          ),
          icon: <CalendarDays aria-hidden="true" />,
        },
        {
          label: 'Profesional',
          value: professionalName ? <span translate="no">{professionalName}</span> : notChosen,
          icon: <User aria-hidden="true" />,
        },
        {
          label: facts.place === 'home' ? 'A domicilio' : 'Dónde',
          value: <PlaceText facts={facts} />,
          icon: placeIcon(facts.place),
        },
        ...(attendeeName
          ? [
              {
                label: 'Para',
                value: <span translate="no">{attendeeName}</span>,
                icon: <UsersRound aria-hidden="true" />,
              },
            ]
          : []),
      ]}
      {...(priceCents !== undefined && {
        total: { label: 'Precio', value: <Price cents={priceCents} from={facts.priceFrom ?? false} /> },
      })}
    />
  )
}

export function placeInWords({ place, centerName, hasOneName, centerAddress, homeAddress }: AppointmentFacts): {
  name: string
  detail?: string
} {
  if (place === 'online') return { name: hasOneName ? 'Online' : `Online, con ${centerName}` }
  if (place === 'home') return { name: homeAddress || 'En tu dirección' }
  return hasOneName ? { name: centerAddress } : { name: centerName, detail: centerAddress }
}

function PlaceText({ facts }: { facts: AppointmentFacts }) {
  const { name, detail } = placeInWords(facts)
  return (
    <span translate="no" className="wrap-anywhere">
      {name}
      {detail && <span className="block text-sm text-ink-soft">{detail}</span>}
    </span>
  )
}

function placeIcon(place: Place | undefined) {
  if (place === 'online') return <Video aria-hidden="true" />
  return place === 'home' ? <House aria-hidden="true" /> : <MapPin aria-hidden="true" />
}
