import { useState } from 'react'

import type { AgendaProfessional } from '#contract/agenda.ts'
import { placeLabels } from '#contract/places.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'

import type { offerOf } from './service-options.tsx'

type Team = readonly AgendaProfessional[]
type Offer = NonNullable<ReturnType<typeof offerOf>>

/**
 * The team as the receptionist reads it out: that of the moment when the dialog opened, however often the agenda is refetched,
 * until a refusal says that it is outdated.
 */
export function useSeenTeam(current: Team) {
  const [seen, setSeen] = useState({ team: current, renewals: 0 })
  const [isOutdated, setOutdated] = useState(false)
  if (isOutdated && seen.team !== current) {
    setSeen({ team: current, renewals: seen.renewals + 1 })
    setOutdated(false)
  }
  return { ...seen, noteOutdated: () => setOutdated(true) }
}

/** `before`: the offer that the receptionist read when the server refused to book it. */
export function ChangedOfferBanner({ before, now }: { before: Offer | undefined; now: Offer | undefined }) {
  if (!before || before.service.id !== now?.service.id) return null
  return (
    <Banner role="alert" tone="amber" title="Cambió mientras agendabas, así que no agendamos nada">
      {before.service.terms !== now.service.terms &&
        `Antes: ${offerText(before)}. Ahora: ${offerText(now)}. Si a la persona le sirve así, vuelve a agendar.`}
    </Banner>
  )
}

function offerText({ service, professional }: Offer): string {
  const { name, priceCents, durationMinutes } = service
  const places = professional.places.map((place) => placeLabels[place]).join(' o ')
  return [name, formatMoney(priceCents), `${durationMinutes} min`, places].join(' · ')
}
