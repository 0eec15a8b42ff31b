import { zone } from '#contract/calendar.ts'
import { listDocuments } from '#server/features/compliance/usecases/list-documents.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../centers.errors.ts'
import type { CenterRow, Place } from '../centers.types.ts'
import * as repository from '../repository/centers.ts'
import { hasBadge } from '../rules/centers.ts'

/** These centres by id, without those that are not public. */
export async function mapVisibleCenters(
  platform: Platform,
  { centerIds }: { centerIds: readonly string[] },
): Promise<Map<string, CenterRow>> {
  const rows = await repository.listVisibleCenters(platform.db, { centerIds, today: todayOf(platform) })
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findPlace(platform: Platform, { slug }: { slug: string }): Promise<Place | undefined> {
  return repository.findPlace(platform.db, { slug })
}

/**
 * What a centre's page shows. `preview`: for its members, also before the centre is public and approved.
 * @throws centers.not_found
 */
export async function readCenterProfile(
  platform: Platform,
  { centerId, preview }: { centerId: string; preview: boolean },
) {
  const { db } = platform
  const today = todayOf(platform)
  const row = preview
    ? await repository.findCenter(db, { centerId, today })
    : (await repository.listVisibleCenters(db, { centerIds: [centerId], today }))[0]
  if (!row) throw fail('centers.not_found')
  const [team, services, hours, unregulatedServices, checks] = await Promise.all([
    repository.listPublicTeam(db, { centerId }),
    repository.listServices(db, { centerId }),
    repository.listHours(db, { centerId }),
    repository.listUnregulated(db, { services: row.services }),
    hasBadge(row) ? listDocuments(db, { centerId }) : [],
  ])
  return { row, today, team, services, hours, unregulatedServices, checks }
}

function todayOf({ clock }: Platform): string {
  return localDay({ instant: clock.now(), zone })
}
