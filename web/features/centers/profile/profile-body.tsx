import { type ReactNode, useEffect, useState } from 'react'
import { generalCancellationRule, ownCancellationWords } from '#contract/cancellation-sentences.ts'
import { hasOneName } from '#contract/center-words.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { PublishedPackages } from '#web/features/packages/published-packages.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { Stars } from '#web/ui/stars.tsx'
import { toast } from '#web/ui/toast.ts'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'
import MapPin from '~icons/lucide/map-pin'
import Share from '~icons/lucide/share-2'
import type { Offer } from '../offers.ts'
import { readableHours } from '../opening-hours.ts'
import { professionalAnchor } from '../professional-anchor.ts'
import { publicName } from '../public-name.ts'
import { SaveCenter } from '../saved/later-parts.tsx'
import { useServiceTypes } from '../use-catalogue.ts'
import { MessageLink } from './message-link.tsx'
import { DirectionsLink, ProfileContact } from './profile-contact.tsx'
import { ProfileOffers } from './profile-offers.tsx'
import { PersonFacts, ProfileProfessionals, personAlone } from './profile-people.tsx'
import { ProfileProof } from './profile-proof.tsx'
import { ProfileReviews } from './profile-reviews.tsx'

export function ProfileBody({ center, offers }: { center: CenterProfile; offers: readonly Offer[] }) {
  const catalogue = useServiceTypes().data?.items ?? []
  const nameOf = (slug: string) => catalogue.find((item) => item.slug === slug)?.name ?? slug
  const alone = personAlone(center)
  const isOneName = hasOneName(publicName(center))
  const place = center.neighborhood ? `${center.neighborhood}, ${center.department}` : center.department

  return (
    <div className="grid min-w-0 gap-12">
      <header className="grid gap-3" {...(alone && { id: professionalAnchor(alone.id) })}>
        <div className="flex items-start gap-4 sm:gap-5">
          {alone && <Avatar name={alone.name} src={alone.photoUrl} size="huge" className="max-sm:size-18" />}
          <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="grid min-w-0 gap-1.5">
              <h1 translate="no" data-center-name={`center-${center.id}`} className="wrap-anywhere">
                {center.name}
              </h1>
              {alone && !isOneName && (
                <p translate="no" className="text-lg font-semibold">
                  {alone.name}
                </p>
              )}
              {alone && <PersonFacts person={alone} centerName={center.name} />}
              {center.verified && (
                <VerifiedMark label={isOneName ? 'Perfil verificado' : 'Centro verificado'} className="text-base" />
              )}
            </div>
            {/* The later button moves the other at neither width. */}
            <div className="flex flex-wrap gap-2 sm:flex-row-reverse">
              <ShareButton title={center.name} />
              <SaveCenter center={center} shape="profile" />
            </div>
          </div>
        </div>
        <p className="text-lg">{center.specialties.join(dot)}</p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-ink-soft">
          <Stars rating={center.rating} reviewCount={center.totalReviews} />
          <span className="inline-flex items-center gap-1.5">
            <MapPin aria-hidden="true" className="size-4.5" />
            {place}
          </span>
        </div>
        <div className="flex flex-wrap gap-2">
          <MessageLink centerId={center.id} centerName={center.name} size="small" className="lg:hidden" />
          <DirectionsLink center={center} />
        </div>
        {center.description && <p className="max-w-[41.5em] whitespace-pre-line">{center.description}</p>}
        {alone?.bio && alone.bio !== center.description && (
          <p className="max-w-[41.5em] whitespace-pre-line">{alone.bio}</p>
        )}
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
          isAlone={alone !== undefined}
        />
        <PublishedPackages centerId={center.id} paysOnline={center.paysOnline} />
      </Section>
      {showsTeam(center) && (
        <Section id="profesionales" title={teamTitle}>
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
      <Section id="resenas" title="Opiniones">
        <ProfileReviews center={center} />
      </Section>
      <Section id="politica" title="Cancelaciones">
        <div className="grid max-w-[41.5em] gap-2">
          <p>{generalCancellationRule(center)}</p>
          {center.cancellationPolicy && (
            <p className="whitespace-pre-line text-ink-soft">{ownCancellationWords(center.cancellationPolicy)}</p>
          )}
        </div>
      </Section>
    </div>
  )
}

const teamTitle = 'Profesionales'
const showsTeam = (center: CenterProfile) => center.professionals.length > 0 && !personAlone(center)

function sectionsOf(center: CenterProfile): ProfileSection[] {
  return [
    { id: 'servicios', title: 'Servicios y precios' },
    ...(showsTeam(center) ? [{ id: 'profesionales', title: teamTitle }] : []),
    { id: 'horarios', title: 'Horarios' },
    { id: 'donde', title: 'Dónde y cómo' },
    { id: 'resenas', title: 'Opiniones' },
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
  if (hours.length === 0) return <p className="text-ink-soft">Todavía no hay horarios publicados.</p>
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

/** Shares the page's address: with the device's share sheet where there is one, otherwise by copying it. */
function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = location.origin + location.pathname
    if (navigator.share) {
      // A visitor who closes the sheet has shared nothing, and needs no message.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      toast({ kind: 'success', title: 'Enlace copiado' })
    } catch {
      toast({ kind: 'destructive', title: 'No pudimos copiar el enlace', description: `Cópialo de aquí: ${url}` })
    }
  }
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<Share aria-hidden="true" className="size-4.5" />}
      onClick={() => void share()}
    >
      Compartir
    </Button>
  )
}

type ProfileSection = { id: string; title: string }

/** Links to the sections of the page, which stay in sight. The section in view is marked. */
function SectionLinks({ sections }: { sections: readonly ProfileSection[] }) {
  const current = useSectionInView(sections)
  return (
    <nav
      aria-label="Secciones del perfil"
      className="sticky top-0 z-10 -mx-4 overflow-x-auto border-b border-line bg-ground px-4 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0"
    >
      <ul className="flex gap-x-5 whitespace-nowrap">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current === id ? 'location' : undefined}
              className={classNames(
                'inline-flex min-h-12 items-center border-b-2 text-sm font-semibold',
                current === id ? 'border-clay text-action' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The last section whose heading has passed the upper third of the window; undefined above the first. */
function useSectionInView(sections: readonly ProfileSection[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const headings = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const mark = () => {
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3)
      setCurrent(passed.at(-1)?.id)
    }
    // The observer reports each heading that crosses the line; nothing runs while the page scrolls otherwise.
    const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [ids])
  return current
}
