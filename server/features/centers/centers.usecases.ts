import type { CenterProfile } from '#contract/centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from './centers.errors.ts'
import * as repository from './centers.repository.ts'
import { excerpt, hasBadge, mergeWeeklyIntervals, presentCenter } from './centers.rules.ts'
import type { Geocoder, NewCenter, Place } from './centers.types.ts'

/** Makes the centre of an account, neither approved nor public yet, with the account as its owner. */
export async function createCenter(
  platform: Platform,
  { geocoder = repository.gazetteer(platform.db), ...center }: NewCenter & { geocoder?: Geocoder },
): Promise<{ centerId: string }> {
  const { address, neighborhood = null, department = 'Montevideo' } = center
  // Before the transaction: a geocoder may ask a slow stranger.
  const coordinates = center.coordinates ?? (await geocoder({ address, neighborhood, department }))
  await platform.db
    .transaction()
    .execute((tx) => repository.insertCenter(tx, { center, coordinates, now: platform.clock.now() }))
  return { centerId: center.ownerId }
}

/** Staff approved what the centre showed; `verified` also gives it the badge. The first approval's date stays. */
export async function approveCenter(platform: Platform, o: { centerId: string; verified: boolean }): Promise<void> {
  await repository.setApproved(platform.db, { ...o, now: platform.clock.now() })
}

export async function publishCenter(platform: Platform, o: { centerId: string; isPublic: boolean }): Promise<void> {
  await repository.setPublic(platform.db, { ...o, now: platform.clock.now() })
}

/** Writers of whatever is counted into the centre's own row call this first, in their transaction. */
export async function lockCenter(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.lockCenterRow(tx, centerId))) throw fail('centers.not_found')
}

export async function requireVisibleCenter(platform: Platform, { centerId }: { centerId: string }): Promise<void> {
  if (!(await repository.isVisible(platform.db, { centerId }))) throw fail('centers.not_found')
}

type CardOfCenter = ReturnType<typeof presentCenter>

/** What the cards of these centres show, by id; one that is not public is missing. */
export async function listCenterCards(
  platform: Platform,
  { centerIds }: { centerIds: readonly string[] },
): Promise<Map<string, CardOfCenter>> {
  const rows = await repository.listVisibleCenters(platform.db, { centerIds })
  return new Map(rows.map((row) => [row.id, { ...presentCenter(row), description: excerpt(row.description) }]))
}

export async function getPlace(platform: Platform, { slug }: { slug: string }): Promise<Place | undefined> {
  return repository.findPlace(platform.db, { slug })
}

/** What anybody may read of a centre. */
export async function requireCenterProfile(
  { db }: Platform,
  { centerId, reviewsByStars }: { centerId: string; reviewsByStars: CenterProfile['reviewsByStars'] },
): Promise<CenterProfile> {
  const [row] = await repository.listVisibleCenters(db, { centerIds: [centerId] })
  if (!row) throw fail('centers.not_found')
  const [team, services, hours, unregulatedServices] = await Promise.all([
    repository.listTeam(db, { centerId }),
    repository.listServices(db, { centerId }),
    repository.listHours(db, { centerId }),
    repository.listUnregulated(db, { services: row.services }),
  ])
  return {
    ...presentCenter(row),
    languages: row.languages,
    cancellationPolicy: row.cancellationPolicy,
    lateRefundPercent: row.lateRefundPercent,
    confirmsManually: row.confirmsManually,
    unregulatedServices,
    verifiedSince: hasBadge(row) ? (row.approvedAt?.toISOString() ?? null) : null,
    professionals: team.map((professional) => ({
      ...professional,
      services: services.filter((service) => service.professionalId === professional.id),
    })),
    hours: mergeWeeklyIntervals(hours),
    reviewsByStars,
  }
}
