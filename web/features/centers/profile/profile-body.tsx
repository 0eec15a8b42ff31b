import Globe from 'lucide-react/icons/globe'
import Languages from 'lucide-react/icons/languages'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import Video from 'lucide-react/icons/video'
import type { ReactNode } from 'react'
import { generalCancellationRule } from '#contract/cancellation-sentences.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { telHref } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { dot } from '#web/ui/dot.ts'
import { Stars } from '#web/ui/stars.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'

import { fullAddress } from '../full-address.ts'
import type { Offer } from '../offers.ts'
import { readableHours } from '../opening-hours.ts'
import { useServiceTypes } from '../use-catalogue.ts'
import { ProfileOffers } from './profile-offers.tsx'
import { ProfileProfessionals } from './profile-professionals.tsx'
import { ProfileProof } from './profile-proof.tsx'
import { ProfileReviews } from './profile-reviews.tsx'

/** The whole profile, from the name to the cancellation terms. */
export function ProfileBody({ center, offers }: { center: CenterProfile; offers: readonly Offer[] }) {
  const catalogue = useServiceTypes().data?.items ?? []
  const nameOf = (slug: string) => catalogue.find((item) => item.slug === slug)?.name ?? slug
  const place = center.neighborhood ? `${center.neighborhood}, ${center.department}` : center.department

  return (
    <div className="grid min-w-0 gap-12">
      <header className="grid gap-3">
        <div className="grid gap-1.5">
          <h1>{center.name}</h1>
          {center.verified && <VerifiedMark label="Centro verificado" className="text-base" />}
        </div>
        <p className="text-lg">{center.specialties.join(dot)}</p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-ink-soft">
          <Stars rating={center.rating} reviewCount={center.totalReviews} />
          <span className="inline-flex items-center gap-1.5">
            <MapPin aria-hidden="true" className="size-4.5" />
            {place}
          </span>
        </div>
        {center.unregulatedServices.length > 0 && (
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="amber">Terapia complementaria, no regulada</Badge>
            <span className="text-sm text-ink-soft">{center.unregulatedServices.map(nameOf).join(', ')}</span>
          </p>
        )}
        {center.description && <p className="max-w-[65ch] whitespace-pre-line">{center.description}</p>}
        <ProfileProof center={center} />
      </header>

      <Section id="servicios" title="Servicios y precios">
        <ProfileOffers centerId={center.id} takesBookings={center.takesBookings} offers={offers} nameOf={nameOf} />
      </Section>
      {center.professionals.length > 0 && (
        <Section id="profesionales" title={center.professionals.length === 1 ? 'Quién te atiende' : 'Profesionales'}>
          <ProfileProfessionals center={center} />
        </Section>
      )}
      <div className="grid gap-12 sm:grid-cols-2 sm:gap-8">
        <Section id="horarios" title="Horarios">
          <Hours hours={center.hours} />
        </Section>
        <Section id="donde" title="Dónde y cómo">
          <SummaryList items={whereabouts(center)} />
        </Section>
      </div>
      <Section id="resenas" title="Reseñas">
        <ProfileReviews center={center} />
      </Section>
      <Section id="politica" title="Cancelaciones">
        <div className="grid max-w-[65ch] gap-2">
          <p>{generalCancellationRule(center.lateRefundPercent)}</p>
          {center.cancellationPolicy && (
            <p className="whitespace-pre-line text-ink-soft">{center.cancellationPolicy}</p>
          )}
        </div>
      </Section>
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Hours({ hours }: { hours: CenterProfile['hours'] }) {
  if (hours.length === 0) return <p className="text-ink-soft">El centro todavía no publicó sus horarios.</p>
  return (
    <dl className="grid gap-3">
      {readableHours(hours).map((line) => (
        <div key={line.days}>
          <dt className="font-medium">{line.days}</dt>
          <dd className="text-ink-soft tabular-nums">{line.hours}</dd>
        </div>
      ))}
    </dl>
  )
}

function whereabouts(center: CenterProfile) {
  return [
    { label: 'Dirección', value: fullAddress(center), icon: <MapPin aria-hidden="true" /> },
    ...(center.modalities.length > 0
      ? [{ label: 'Modalidad', value: center.modalities.join(', '), icon: <Video aria-hidden="true" /> }]
      : []),
    ...(center.languages.length > 0
      ? [{ label: 'Idiomas', value: center.languages.join(', '), icon: <Languages aria-hidden="true" /> }]
      : []),
    ...(center.phone
      ? [
          {
            label: 'Teléfono',
            value: (
              <a href={telHref(center.phone)} className="link">
                {center.phone}
              </a>
            ),
            icon: <Phone aria-hidden="true" />,
          },
        ]
      : []),
    ...(center.website && /^https?:\/\//.test(center.website)
      ? [
          {
            label: 'Sitio web',
            value: (
              <a href={center.website} rel="noopener nofollow ugc" target="_blank" className="link break-all">
                {center.website.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
              </a>
            ),
            icon: <Globe aria-hidden="true" />,
          },
        ]
      : []),
  ]
}
