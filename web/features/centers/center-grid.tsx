import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CenterCard } from '#contract/center-search.ts'
import { atCenter, hasOneName, isNamedAfter } from '#contract/center-words.ts'
import { isWebAddress } from '#contract/urls.ts'
import { telHref } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'
import Globe from '~icons/lucide/globe'
import MapPin from '~icons/lucide/map-pin'
import Phone from '~icons/lucide/phone'
import { CardTimes } from './card-times.tsx'
import { fullAddress } from './full-address.ts'
import type { GridCenter, GridResults } from './grid-center.ts'
import { placeNote } from './place-note.ts'
import { foundOn } from './profile/profile-search.ts'
import { publicName } from './public-name.ts'
import { ratingLabel, reliabilityLabel } from './rating-label.ts'
import { ResultsView, type ResultsViewProps } from './results-view.tsx'
import { SaveCenter } from './saved/later-parts.tsx'
import { TeamPicture, teamNames } from './team-picture.tsx'

const pictureBox = 'h-32 w-full'
const namedSpecialties = 3

/** `found`: at /search-centers, where the distance counts. `service`: at a service, which is compared and booked. */
type GridCardKind = 'found' | 'service'

type CenterGridProps = Pick<ResultsViewProps<GridResults>, 'results' | 'countOf' | 'countClass'> & {
  kind: GridCardKind
  today: string
  /** The number of cards of a full page. */
  perPage: number
  hrefOfPage: (page: string | undefined) => string
  label: string
  nothingFound: (results: GridResults) => ReactNode
}

/** The pages of a list of centres, as a grid of cards. */
export function CenterGrid({ kind, today, perPage, hrefOfPage, label, nothingFound, ...view }: CenterGridProps) {
  const grid = 'grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3'
  const skeletons = Array.from({ length: perPage }, (_, index) => index)
  return (
    <ResultsView
      {...view}
      skeleton={
        <div className={grid}>
          {skeletons.map((index) => (
            <GridCardSkeleton key={index} />
          ))}
        </div>
      }
    >
      {(results) =>
        results.items.length === 0 ? (
          nothingFound(results)
        ) : (
          <>
            <div className={grid}>
              {results.items.map((center, index) => (
                <GridCard key={center.id} center={center} kind={kind} today={today} eager={index < 3} />
              ))}
            </div>
            <Pagination
              page={results.page}
              pageCount={results.pages}
              hrefOf={(page) => hrefOfPage(page === 1 ? undefined : String(page))}
              label={label}
              className="mt-4"
            />
          </>
        )
      }
    </ResultsView>
  )
}

type GridCardProps = { center: GridCenter; kind: GridCardKind; today: string; eager: boolean }

/** A centre in a grid, with its description, address, contact and next free times. */
function GridCard({ center, kind, today, eager }: GridCardProps) {
  const { id, specialties, distanceMeters } = center
  const isFound = kind === 'found'
  const headingId = `centro-${id}`
  const note = placeNote(isFound ? center : { ...center, distanceMeters: null })
  const team = isFound ? '' : teamNames(center)
  const more = specialties.length - namedSpecialties
  return (
    <Card
      as="article"
      padding="none"
      aria-labelledby={headingId}
      className="relative flex flex-col overflow-hidden has-[.center-card-link:hover]:border-control"
    >
      <SaveCenter center={center} shape="picture" />
      <TeamPicture
        center={center}
        shape="wide"
        eager={eager}
        className={classNames(pictureBox, isFound && 'max-sm:hidden')}
      />
      <div className={classNames('flex grow flex-col', isFound ? 'gap-2 p-3 sm:gap-4 sm:p-5' : 'gap-4 p-4 sm:p-5')}>
        <div className="grid gap-2">
          <div className="flex gap-3 cramped:grid cramped:gap-2">
            {isFound && (
              <TeamPicture
                center={center}
                shape="square"
                eager={eager}
                className="size-16 shrink-0 rounded-control sm:hidden"
              />
            )}
            <div
              className={classNames(
                'grid min-w-0 content-start',
                isFound ? 'grid-cols-[minmax(0,1fr)] gap-0.5 pr-12 cramped:pr-0 sm:gap-2 sm:pr-0' : 'gap-2',
              )}
            >
              <Name center={center} headingId={headingId} isFound={isFound} />
              {isFound ? (
                <div className="flex flex-wrap items-center gap-x-3">
                  <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
                  {center.verified && <VerifiedMark />}
                </div>
              ) : (
                <Rating center={center} />
              )}
              <p className={classNames('text-pretty', isFound && 'max-sm:text-sm')}>
                {specialties.slice(0, namedSpecialties).join(dot)}
                {isFound && more > 0 && <span className="text-ink-soft">{` +${more} más`}</span>}
              </p>
            </div>
          </div>
          {center.unregulated && isFound && (
            <p className="text-sm text-ink-soft">Terapia complementaria, no regulada</p>
          )}
          {isFound && center.treats && !isNamedAfter(center.name, center.treats.name) && (
            <p className="text-sm">{`Atiende ${center.treats.name}`}</p>
          )}
          {team && <p className="text-sm">{team}</p>}
          {center.description && (
            <p
              data-shortened=""
              className={classNames('line-clamp-3 text-sm text-ink-soft', isFound && 'max-sm:line-clamp-1')}
            >
              {center.description}
            </p>
          )}
          <p className="flex items-start gap-1.5 text-sm text-ink-soft">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              {note && (
                <span className={classNames(distanceMeters !== null && 'font-semibold text-ink')}>{note + dot}</span>
              )}
              {fullAddress(center)}
            </span>
          </p>
          {!isFound && <CenterContact center={center} />}
        </div>
        <div className={classNames('mt-auto grid', isFound ? 'gap-1.5 sm:gap-3' : 'gap-3')}>
          <CardTimes center={center} today={today} />
          {isFound ? (
            <div className="flex flex-wrap items-center justify-between gap-x-4 sm:grid sm:gap-3">
              <CenterContact center={center} />
              <Actions center={center} isFound={isFound} />
            </div>
          ) : (
            <Actions center={center} isFound={isFound} />
          )}
        </div>
      </div>
    </Card>
  )
}

type PartProps = { center: GridCenter; isFound: boolean }

function Name({ center, headingId, isFound }: PartProps & { headingId: string }) {
  const heading = 'text-lg leading-snug font-semibold'
  if (isFound) {
    return (
      <h3 id={headingId} translate="no" className={heading}>
        {center.name}
      </h3>
    )
  }
  return (
    <div className="grid gap-0.5">
      <h3 id={headingId} className={heading}>
        <Link
          to="/centers/$centerId"
          params={{ centerId: center.id }}
          search={foundOn(center)}
          translate="no"
          className="center-card-link"
        >
          {center.name}
        </Link>
      </h3>
      {center.verified && (
        <VerifiedMark label={hasOneName(publicName(center)) ? 'Perfil verificado' : 'Centro verificado'} />
      )}
    </div>
  )
}

function Rating({ center }: { center: GridCenter }) {
  const badge = ratingLabel(center)
  const reliability = reliabilityLabel(center.cancelledShare)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      {reliability && (
        <Badge tone={reliability.tone}>
          {reliability.label}
          <span className="sr-only"> con las citas: cuánto cancela el centro</span>
        </Badge>
      )}
    </div>
  )
}

function Actions({ center, isFound }: PartProps) {
  const { id, name, priceFromCents, takesBookings } = center
  const params = { centerId: id }
  const profile = isFound ? 'Ver detalles' : 'Ver perfil'
  return (
    <div className={classNames('flex gap-2 *:grow', !isFound && 'relative z-1')}>
      {!isFound && priceFromCents !== null && takesBookings && (
        <Button
          size="small"
          render={
            <Link
              to="/book/$centerId"
              params={params}
              rel="nofollow"
              aria-label={`Reservar ${atCenter(publicName(center))}`}
            />
          }
        >
          Reservar
        </Button>
      )}
      <Button
        variant="secondary"
        size="small"
        {...(isFound && { className: 'after:absolute after:inset-0 after:rounded-card' })}
        render={
          <Link to="/centers/$centerId" params={params} search={foundOn(center)} aria-label={`${profile} de ${name}`} />
        }
      >
        {profile}
      </Button>
    </div>
  )
}

/** The card's shape while the results load. */
function GridCardSkeleton() {
  return (
    <Card padding="none" className="overflow-hidden">
      <Skeleton className={pictureBox} />
      <div className="grid gap-2.5 p-4 sm:p-5">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-4 w-2/3" />
        <div className="mt-4 grid grid-cols-3 gap-2">
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
        <Skeleton className="h-9 w-full" />
      </div>
    </Card>
  )
}

/** The telephone and the website. Only http addresses become links: older websites may be any text. */
function CenterContact({ center: { phone, website } }: { center: Pick<CenterCard, 'phone' | 'website'> }) {
  const site = website && isWebAddress(website) ? website : undefined
  if (!phone && !site) return null
  return (
    <div className="flex flex-wrap gap-x-5 text-sm">
      {phone && (
        <a href={telHref(phone)} className="link relative z-1 inline-flex min-h-11 items-center gap-1.5">
          <Phone aria-hidden="true" className="size-4" />
          {phone}
        </a>
      )}
      {site && (
        <a
          href={site}
          rel="noopener nofollow ugc"
          target="_blank"
          className="link relative z-1 inline-flex min-h-11 items-center gap-1.5"
        >
          <Globe aria-hidden="true" className="size-4" />
          Sitio web
        </a>
      )}
    </div>
  )
}
