import { zone } from '#contract/calendar.ts'
import { listDocuments } from '#server/features/compliance/usecases/list-documents.ts'
import { countReviewsByStars } from '#server/features/reviews/usecases/reviews.ts'
import { fittingServices } from '#server/features/search/rules/fitting-services.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Db, pipelined, type Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import type { CenterRow, Place } from '../centers.types.ts'
import * as repository from '../repository/centers.ts'
import * as publicProfile from '../repository/public-profile.ts'
import { hasBadge } from '../rules/centers.ts'
import { approvedChecksOf } from '../rules/publication.ts'

/** The visible ones among these centres, by their ids. */
export async function mapVisibleCenters(
  db: Db | Tx,
  { centerIds, now }: { centerIds: readonly string[]; now: Date },
): Promise<Map<string, CenterRow>> {
  const rows = await repository.listVisibleCenters(db, { centerIds, today: localDay({ instant: now, zone }) })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The places by their slugs. Each database is read once, because only a migration changes the places. */
const placesByDatabase = new WeakMap<Db, Promise<ReadonlyMap<string, Place>>>()

export async function findPlace(
  platform: Pick<Platform, 'db'>,
  { slug }: { slug: string },
): Promise<Place | undefined> {
  return (await mapPlaces(platform)).get(slug)
}

export function mapPlaces({ db }: Pick<Platform, 'db'>): Promise<ReadonlyMap<string, Place>> {
  const cached = placesByDatabase.get(db)
  if (cached) return cached
  const places = repository.listPlaces(db).then((rows) => new Map(rows.map((place) => [place.slug, place])))
  placesByDatabase.set(db, places)
  // After a failed read, the next request reads again.
  places.catch(() => placesByDatabase.delete(db))
  return places
}

/**
 * What the page of a centre shows. With `preview`, also when the centre is not visible yet.
 * @throws centers.not_found
 */
export async function readCenterProfile(
  platform: Platform,
  { centerId, preview }: { centerId: string; preview: boolean },
) {
  const db = pipelined(platform.db)
  const today = todayOf(platform)
  const [row, team, services, hours, unregulatedServices, checks, reviewsByStars] = await Promise.all([
    preview ? repository.findCenter(db, { centerId, today }) : repository.findVisibleCenter(db, { centerId, today }),
    publicProfile.listPublicTeam(db, { centerId }),
    publicProfile.listServices(db, { centerId }),
    publicProfile.listHours(db, { centerId }),
    publicProfile.listUnregulated(db, { centerId }),
    listDocuments(db, { centerId }),
    countReviewsByStars(db, { centerId }),
  ])
  if (!row) throw fail('centers.not_found')
  const professionals = team.map((professional) => ({
    ...professional,
    services: services.filter((service) => service.professionalId === professional.id),
  }))
  const firstServiceId = findFirstService(professionals)
  return {
    row,
    professionals,
    firstServiceId,
    hours,
    unregulatedServices,
    approvedChecks: hasBadge(row) ? approvedChecksOf({ checks, today }) : [],
    reviewsByStars,
    paysOnline: platform.gateway !== undefined,
  }
}

type Service = Awaited<ReturnType<typeof publicProfile.listServices>>[number]

/** The service that a visitor with no particular need most likely books first, or null when the visitor has to choose. */
function findFirstService(
  professionals: readonly { specialties: readonly string[]; services: Service[] }[],
): string | null {
  const offers = professionals.flatMap(({ specialties, services }) =>
    services.map((service) => ({ ...service, specialties: specialties.join(' ') })),
  )
  const [group] = fittingServices(offers, {})
  return group?.[0].id ?? null
}

function todayOf({ clock }: Platform): string {
  return localDay({ instant: clock.now(), zone })
}
