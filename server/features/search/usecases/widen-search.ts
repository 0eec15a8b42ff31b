import type { CenterSearch } from '#contract/center-search.ts'
import { centersPerPage } from '#contract/search.ts'
import { careFilter } from '../rules/care-filters.ts'
import type { CenterFilter } from '../search.types.ts'
import type { UnderstoodSearch } from './understand-search.ts'

/** The filter of the whole search, of which the other one reads a part. */
export const wholeOf = (filter: CenterFilter): CenterFilter =>
  filter.whole ? { ...filter, ...filter.whole, whole: undefined } : filter

type Result = { totalAnyDay: number }
type Find<Found extends Result> = (filter: CenterFilter, search: CenterSearch) => Promise<Found>
/** Counts matches on any day, up to `countTo`. For few it costs a small part of finding and ordering the centres. */
type Count = (params: { filter: CenterFilter; search: CenterSearch; countTo: number }) => Promise<number>
type Searched = { understood: UnderstoodSearch; filter: CenterFilter }
type Reads<Found extends Result> = { find: Find<Found>; count: Count }

/** Repeats a search without its radius when it finds less than a page around a typed place: the nearest ones come first. */
async function findFar<Found extends Result>(
  { understood: { search, namesPlace }, filter }: Searched,
  { find, count }: Reads<Found>,
): Promise<{ found: Found; isFar: boolean }> {
  const found = await find(filter, search)
  const { area } = filter
  if (!namesPlace || area?.radiusMeters === undefined) return { found, isFar: false }
  const totalOf = async (read: CenterFilter, { totalAnyDay }: Found) =>
    read.whole ? await count({ filter: wholeOf(read), search, countTo: centersPerPage }) : totalAnyDay
  const isTimed = search.when !== undefined || search.dayPart !== undefined
  const total = await totalOf(filter, found)
  // A day that few are free on isn't worth a long way, unless none is near on any day.
  if (total >= (isTimed ? 1 : centersPerPage)) return { found, isFar: false }
  const farFilter = {
    ...filter,
    area: { ...area, radiusMeters: undefined, ...(area.named && { named: { ...area.named, isFar: true } }) },
  }
  const far = await find(farFilter, search)
  return (await totalOf(farFilter, far)) > total ? { found: far, isFar: total === 0 } : { found, isFar: false }
}

/** Requests of a text that are dropped where no centre meets them, the least essential first. */
const droppable = ['gender', 'language', 'maxPrice', 'cover', 'ages', 'modality'] as const
type Droppable = (typeof droppable)[number]

/**
 * Finds centres for a text, without those of its requests that no centre meets: without one of them, or else all. The list, the
 * map and the card of one centre have the same answer, because the whole search decides it.
 */
export async function findDropping<Found extends Result>(
  searched: Searched,
  reads: Reads<Found>,
): Promise<{ found: Found; isFar: boolean; dropped: readonly Droppable[] }> {
  const dropped = await chooseDropped(searched, reads.count)
  return { ...(await findNearOrFar(dropping(searched, dropped), reads)), dropped }
}

async function chooseDropped(searched: Searched, count: Count): Promise<readonly Droppable[]> {
  const typed = droppable.filter((kind) => searched.understood.chips.some((chip) => chip.kind === kind))
  const isMetWithout = (dropped: readonly Droppable[]) => isMet(dropping(searched, dropped), count)
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

async function isMet(searched: Searched, count: Count): Promise<boolean> {
  const { search } = searched.understood
  const { area, ...filter } = wholeOf(searched.filter)
  const reached = area && !staysNear(searched) ? { ...area, radiusMeters: undefined } : area
  return (await count({ filter: { ...filter, area: reached }, search, countTo: 1 })) > 0
}

async function findNearOrFar<Found extends Result>(
  searched: Searched,
  reads: Reads<Found>,
): Promise<{ found: Found; isFar: boolean }> {
  if (!staysNear(searched)) return await findFar(searched, reads)
  return { found: await reads.find(searched.filter, searched.understood.search), isFar: false }
}
