import { zone } from '#contract/calendar.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { listDocuments } from '#server/features/compliance/usecases/list-documents.ts'
import { localDay, mergeWeeklyIntervals } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import type { CenterRow, Place } from '../centers.types.ts'
import * as repository from '../repository/centers.ts'
import { inProfile } from '../repository/editable-columns.ts'
import { excerpt, hasBadge, presentCenter } from '../rules/centers.ts'
import { approvedChecksOf } from '../rules/publication.ts'

type CardOfCenter = ReturnType<typeof presentCenter>

/** The cards of these centres by id, without those that are not public. */
export async function listCenterCards(
  platform: Platform,
  { centerIds }: { centerIds: readonly string[] },
): Promise<Map<string, CardOfCenter>> {
  const rows = await repository.listVisibleCenters(platform.db, { centerIds, today: todayOf(platform) })
  return new Map(rows.map((row) => [row.id, { ...presentCenter(row), description: excerpt(row.description) }]))
}

export async function findPlace(platform: Platform, { slug }: { slug: string }): Promise<Place | undefined> {
  return repository.findPlace(platform.db, { slug })
}

type ProfileQuestion = { centerId: string; reviewsByStars: CenterProfile['reviewsByStars'] }
type Found = { row: CenterRow | undefined; today: string }

/** The public profile of a centre. */
export async function requireCenterProfile(platform: Platform, input: ProfileQuestion): Promise<CenterProfile> {
  const { db } = platform
  const today = todayOf(platform)
  const [row] = await repository.listVisibleCenters(db, { centerIds: [input.centerId], today })
  return completeProfile(db, { ...input, row, today })
}

/** The profile as it would be if the centre were public and approved, for its members. */
export async function previewCenterProfile(platform: Platform, input: ProfileQuestion): Promise<CenterProfile> {
  const { db } = platform
  const today = todayOf(platform)
  return completeProfile(db, { ...input, row: await repository.findCenter(db, { ...input, today }), today })
}

function todayOf({ clock }: Platform): string {
  return localDay({ instant: clock.now(), zone })
}

async function completeProfile(
  db: Db,
  { row, today, centerId, reviewsByStars }: ProfileQuestion & Found,
): Promise<CenterProfile> {
  if (!row) throw fail('centers.not_found')
  const isVerified = hasBadge(row)
  const [team, services, hours, unregulatedServices, checks] = await Promise.all([
    repository.listPublicTeam(db, { centerId }),
    repository.listServices(db, { centerId }),
    repository.listHours(db, { centerId }),
    repository.listUnregulated(db, { services: row.services }),
    isVerified ? listDocuments(db, { centerId }) : [],
  ])
  return {
    ...presentCenter(row),
    ...inProfile(row),
    logoUrl: row.logoUrl,
    unregulatedServices,
    verifiedSince: isVerified ? (row.approvedAt?.toISOString() ?? null) : null,
    approvedChecks: approvedChecksOf({ checks, today }),
    professionals: team.map((professional) => ({
      ...professional,
      services: services.filter((service) => service.professionalId === professional.id),
    })),
    hours: mergeWeeklyIntervals(hours),
    reviewsByStars,
  }
}
