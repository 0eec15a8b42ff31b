import type { CenterSearch } from '#contract/center-search.ts'
import { centersPerPage } from '#contract/search.ts'
import { careFilter } from '../rules/care-filters.ts'
import type { CenterFilter } from '../search.types.ts'
import type { UnderstoodSearch } from './understand-search.ts'

/** Repeats a search without its radius when it finds less than a page around a typed place: the nearest ones come first. */
export async function findFar<Result extends { totalAnyDay: number }>(
  { understood, filter }: { understood: UnderstoodSearch; filter: CenterFilter },
  find: (filter: CenterFilter) => Promise<Result>,
): Promise<{ found: Result; isFar: boolean }> {
  const found = await find(filter)
  const { area } = filter
  const isTimed = understood.search.when !== undefined || understood.search.dayPart !== undefined
  // A day that few are free on isn't worth a long way, unless none is near on any day.
  const isEnough = found.totalAnyDay >= (isTimed ? 1 : centersPerPage)
  if (isEnough || !understood.namesPlace || area?.radiusMeters === undefined) return { found, isFar: false }
  const far = await find({
    ...filter,
    area: { ...area, radiusMeters: undefined, ...(area.named && { named: { ...area.named, isFar: true } }) },
  })
  return far.totalAnyDay > found.totalAnyDay ? { found: far, isFar: found.totalAnyDay === 0 } : { found, isFar: false }
}

/** Requests of a text that are dropped where no centre meets them, the least essential first. */
const droppable = ['gender', 'language', 'maxPrice', 'cover', 'ages', 'modality'] as const
type Droppable = (typeof droppable)[number]

type Result = { totalAnyDay: number }
type Find<Found extends Result> = (filter: CenterFilter, search: CenterSearch) => Promise<Found>
/** Whether a centre meets the filter on any day. It costs a small part of finding and ordering the centres. */
type HasMatch = (filter: CenterFilter, search: CenterSearch) => Promise<boolean>
type Searched = { understood: UnderstoodSearch; filter: CenterFilter }

/** Finds centres for a text, without those of its requests that no centre meets: without one of them, or else all. */
export async function findDropping<Found extends Result>(
  searched: Searched,
  { find, hasMatch }: { find: Find<Found>; hasMatch: HasMatch },
): Promise<{ found: Found; isFar: boolean; dropped: readonly Droppable[] }> {
  const dropped = await chooseDropped(searched, hasMatch)
  return { ...(await findNearOrFar(dropping(searched, dropped), find)), dropped }
}

async function chooseDropped(searched: Searched, hasMatch: HasMatch): Promise<readonly Droppable[]> {
  const typed = droppable.filter((kind) => searched.understood.chips.some((chip) => chip.kind === kind))
  const isMetWithout = (dropped: readonly Droppable[]) => isMet(dropping(searched, dropped), hasMatch)
  if (typed.length === 0 || (await isMetWithout([]))) return []
  // Where no centre has the rest of it either, no request stands in the way.
  if (!(await isMetWithout(typed))) return []
  for (const kind of typed.length > 1 ? typed : []) {
    if (await isMetWithout([kind])) return [kind]
  }
  return typed
}

function dropping({ understood, filter }: Searched, dropped: readonly Droppable[]): Searched {
  if (dropped.length === 0) return { understood, filter }
  const search: CenterSearch = {
    ...understood.search,
    ...Object.fromEntries(dropped.map((kind) => [kind, undefined])),
    // What is nearest to a requested price is the lowest.
    ...(dropped.includes('maxPrice') && { sort: 'price' as const }),
  }
  return { understood: { ...understood, search }, filter: { ...filter, ...careFilter(search) } }
}

/** For a visit at home, a centre far away is none. */
const staysNear = ({ understood }: Searched) => understood.search.modality === 'home' || !understood.namesPlace

async function isMet(searched: Searched, hasMatch: HasMatch): Promise<boolean> {
  const { understood, filter } = searched
  const area = filter.area && !staysNear(searched) ? { ...filter.area, radiusMeters: undefined } : filter.area
  return await hasMatch({ ...filter, area }, understood.search)
}

async function findNearOrFar<Found extends Result>(
  searched: Searched,
  find: Find<Found>,
): Promise<{ found: Found; isFar: boolean }> {
  const findEach = (filter: CenterFilter) => find(filter, searched.understood.search)
  if (staysNear(searched)) return { found: await findEach(searched.filter), isFar: false }
  return await findFar(searched, findEach)
}
