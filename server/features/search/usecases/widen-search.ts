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

/** Repeats a search without requests of its text when it finds no centre that meets them: one of them, or else all. */
export async function findDropping<Result extends { totalAnyDay: number }>(
  { understood, filter }: { understood: UnderstoodSearch; filter: CenterFilter },
  find: (filter: CenterFilter, search?: CenterSearch) => Promise<Result>,
): Promise<{ found: Result; isFar: boolean; dropped: Droppable[] }> {
  // For a visit at home, a centre far away is none.
  const isVisit = understood.search.modality === 'home'
  const first = isVisit
    ? { found: await find(filter), isFar: false }
    : await findFar({ understood, filter }, (each) => find(each))
  const typed = droppable.filter((kind) => understood.chips.some((chip) => chip.kind === kind))
  if (first.found.totalAnyDay > 0 || typed.length === 0) return { ...first, dropped: [] }
  const attempts = [...typed.map((kind) => [kind]), ...(typed.length > 1 ? [typed] : [])]
  for (const dropped of attempts) {
    const search: CenterSearch = {
      ...understood.search,
      ...Object.fromEntries(dropped.map((kind) => [kind, undefined])),
      // What is nearest to a requested price is the lowest.
      ...(dropped.includes('maxPrice') && { sort: 'price' as const }),
    }
    const without = { ...filter, ...careFilter(search) }
    const next = await findFar({ understood, filter: without }, (each) => find(each, search))
    if (next.found.totalAnyDay > 0) return { ...next, dropped }
  }
  return { ...first, dropped: [] }
}
