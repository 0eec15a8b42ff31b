import { zone } from '#contract/calendar.ts'
import type { CenterSearch } from '#contract/center-search.ts'
import { type MapArea, readMapArea } from '#contract/map-area.ts'
import { defaultRadiusKm } from '#contract/search.ts'
import { findPlace } from '#server/features/centers/usecases/find-centers.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isSparse } from '../repository/find-centers.ts'
import { careFilter } from '../rules/care-filters.ts'
import { needOf, readWords } from '../rules/words.ts'
import type { CenterFilter, NamedArea, SearchArea } from '../search.types.ts'
import { locate } from './locate.ts'
import { type UnderstoodSearch, understandSearch } from './understand-search.ts'

export async function readSearch(platform: Platform, search: CenterSearch) {
  const understood = await understandSearch(platform, search)
  const { area } = understood.search
  const searched = area === undefined ? undefined : readMapArea(area)
  const [place, box] = await Promise.all([
    locate(platform, understood.search),
    searched ? findBox(platform, searched) : undefined,
  ])
  const now = platform.clock.now()
  const isNearCheap = understood.chips.some(({ kind }) => kind === 'sort')
  const near = place && { ...place, named: await namedArea(platform, understood), isNearCheap }
  const filter = readFilter(understood.search, { near, box, now })
  return { understood, place, filter, now }
}

/** The place that the text names, and not a control, unless it is a landmark. */
async function namedArea(platform: Platform, { namesPlace, search }: UnderstoodSearch): Promise<NamedArea | undefined> {
  const place = namesPlace && search.near ? await findPlace(platform, { slug: search.near }) : undefined
  return place && { name: place.name, isCity: place.kind !== 'neighborhood' }
}

export async function findBox({ db }: Platform, area: MapArea): Promise<NonNullable<CenterFilter['box']>> {
  const sparse = await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => isSparse(tx, area))
  return { ...area, isSparse: sparse }
}

function readFilter(
  { q, radiusKm = defaultRadiusKm, ...search }: CenterSearch,
  { near, box, now }: { near: Omit<SearchArea, 'radiusMeters'> | null; box: CenterFilter['box']; now: Date },
): CenterFilter {
  const specialty = needOf(search.specialties ?? [])
  return {
    words: q ? readWords(q) : [],
    likeness: undefined,
    within: [],
    outside: [],
    free: undefined,
    specialties: specialty ? [specialty] : [],
    service: search.service,
    ...careFilter({ q, ...search }),
    minRating: search.minRating || undefined,
    verifiedOn: search.verifiedOnly ? localDay({ instant: now, zone }) : undefined,
    area: near ? { ...near, radiusMeters: radiusKm === 0 ? undefined : radiusKm * 1_000 } : undefined,
    box,
    centerId: search.centerId,
    whole: search.centerId === undefined ? undefined : { box, centerId: undefined },
    only: undefined,
    without: [],
  }
}
