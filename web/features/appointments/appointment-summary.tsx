import CalendarDays from 'lucide-react/icons/calendar-days'
import House from 'lucide-react/icons/house'
import MapPin from 'lucide-react/icons/map-pin'
import Stethoscope from 'lucide-react/icons/stethoscope'
import User from 'lucide-react/icons/user'
import UsersRound from 'lucide-react/icons/users-round'
import Video from 'lucide-react/icons/video'

import { formatLongMoment } from '#web/platform/local-days.ts'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'

import type { Place } from './places.ts'

/** What is known of an appointment, or of one that is still being chosen. */
export type AppointmentFacts = {
  serviceName: string | undefined
  duration: string | undefined
  startsAt: string | undefined
  professionalName: string | undefined
  place: Place | undefined
  centerName: string
  /** Street, neighbourhood and department of the centre. */
  centerAddress: string
  homeAddress?: string | null | undefined
  attendeeName?: string | undefined
  priceCents: number | undefined
  /** The price depends on who is free. */
  priceFrom?: boolean
}

const missing = <span className="text-ink-soft">Por elegir</span>

export function AppointmentSummary({ facts, className }: { facts: AppointmentFacts; className?: string }) {
  const { serviceName, duration, startsAt, professionalName, attendeeName, priceCents } = facts
  return (
    <SummaryList
      {...(className && { className })}
      items={[
        {
          label: 'Servicio',
          value: serviceName ? [serviceName, duration].filter(Boolean).join(dot) : missing,
          icon: <Stethoscope aria-hidden="true" />,
        },
        {
          label: 'Día y hora',
          value: startsAt ? (
            <span className="inline-block font-semibold first-letter:uppercase">{formatLongMoment(startsAt)}</span>
          ) : (
            missing
          ),
          icon: <CalendarDays aria-hidden="true" />,
        },
        { label: 'Profesional', value: professionalName ?? missing, icon: <User aria-hidden="true" /> },
        whereOf(facts),
        ...(attendeeName ? [{ label: 'Para', value: attendeeName, icon: <UsersRound aria-hidden="true" /> }] : []),
      ]}
      {...(priceCents !== undefined && {
        total: { label: 'Precio', value: <Price cents={priceCents} from={facts.priceFrom ?? false} /> },
      })}
    />
  )
}

function whereOf({ place, centerName, centerAddress, homeAddress }: AppointmentFacts) {
  if (place === 'online')
    return { label: 'Dónde', value: `Online, con ${centerName}`, icon: <Video aria-hidden="true" /> }
  if (place === 'home') {
    return { label: 'A domicilio', value: homeAddress || 'En tu dirección', icon: <House aria-hidden="true" /> }
  }
  return {
    label: 'Dónde',
    value: (
      <>
        {centerName}
        <span className="block text-sm text-ink-soft">{centerAddress}</span>
      </>
    ),
    icon: <MapPin aria-hidden="true" />,
  }
}
