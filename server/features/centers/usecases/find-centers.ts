import { zone } from '#contract/calendar.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { CenterRow, Place } from '../centers.types.ts'
import * as repository from '../repository/centers.ts'

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
