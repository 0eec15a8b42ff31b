import MapPin from 'lucide-react/icons/map-pin'
import type { ReactNode } from 'react'
import { generalCancellationRule } from '#contract/cancellation-sentences.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { dot } from '#web/ui/dot.ts'
import { Stars } from '#web/ui/stars.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'

import type { Offer } from '../offers.ts'
import { readableHours } from '../opening-hours.ts'
import { useServiceTypes } from '../use-catalogue.ts'
import { ProfileContact } from './profile-contact.tsx'
import { ProfileOffers } from './profile-offers.tsx'
import { ProfileProfessionals } from './profile-professionals.tsx'
import { ProfileProof } from './profile-proof.tsx'
import { ProfileReviews } from './profile-reviews.tsx'
import { type ProfileSection, SectionLinks } from './section-links.tsx'
import { ShareButton } from './share-button.tsx'

/** The whole profile, from the name to the cancellation terms. */
export function ProfileBody({ center, offers }: { center: CenterProfile; offers: readonly Offer[] }) {
  const catalogue = useServiceTypes().data?.items ?? []
  const nameOf = (slug: string) => catalogue.find((item) => item.slug === slug)?.name ?? slug
  const place = center.neighborhood ? `${center.neighborhood}, ${center.department}` : center.department

  return (
    <div className="grid min-w-0 gap-12">
      <header className="grid gap-3">
        <div className="grid gap-1.5">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <h1 translate="no" data-center-name={`center-${center.id}`}>
              {center.name}
            </h1>
            <ShareButton title={center.name} />
          </div>
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
        {center.description && <p className="max-w-[41.5em] whitespace-pre-line">{center.description}</p>}
        <ProfileProof center={center} />
      </header>

      <SectionLinks sections={sectionsOf(center)} />
      <Section id="servicios" title="Servicios y precios">
        <ProfileOffers
          centerId={center.id}
          takesBookings={center.takesBookings}
          offers={offers}
          nameOf={nameOf}
          unregulated={center.unregulatedServices}
        />
      </Section>
      {center.professionals.length > 0 && (
        <Section id="profesionales" title={teamTitle(center)}>
          <ProfileProfessionals center={center} />
        </Section>
      )}
      <div className="grid gap-12 sm:grid-cols-2 sm:gap-8">
        <Section id="horarios" title="Horarios">
          <Hours hours={center.hours} />
        </Section>
        <Section id="donde" title="Dónde y cómo">
          <ProfileContact center={center} />
        </Section>
      </div>
      <Section id="resenas" title="Reseñas">
        <ProfileReviews center={center} />
      </Section>
      <Section id="politica" title="Cancelaciones">
        <div className="grid max-w-[41.5em] gap-2">
          <p>{generalCancellationRule(center.lateRefundPercent)}</p>
          {center.cancellationPolicy && (
            <p className="whitespace-pre-line text-ink-soft">{center.cancellationPolicy}</p>
          )}
        </div>
      </Section>
    </div>
  )
}

const teamTitle = ({ professionals }: CenterProfile) =>
  professionals.length === 1 ? 'Quién te atiende' : 'Profesionales'

function sectionsOf(center: CenterProfile): ProfileSection[] {
  return [
    { id: 'servicios', title: 'Servicios y precios' },
    ...(center.professionals.length > 0 ? [{ id: 'profesionales', title: teamTitle(center) }] : []),
    { id: 'horarios', title: 'Horarios' },
    { id: 'donde', title: 'Dónde y cómo' },
    { id: 'resenas', title: 'Reseñas' },
    { id: 'politica', title: 'Cancelaciones' },
  ]
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      {/* The margin keeps the heading below the links, which stay at the top. */}
      <h2 id={id} className="scroll-mt-16">
        {title}
      </h2>
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
