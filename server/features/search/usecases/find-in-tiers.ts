import type { Tx } from '#server/platform/postgres/database.ts'
import { findCenters, rankByTier } from '../repository/find-centers.ts'
import type { CenterFilter, CenterOrder, FreeNeed, Tier } from '../search.types.ts'

type Params = {
  filter: CenterFilter
  /** The first of them has the best matches; a centre that belongs to none comes last. */
  tiers: readonly Tier[]
  free: FreeNeed | undefined
  order: CenterOrder
  slice: { offset: number; limit: number }
  countTo: number
}

type Found = Awaited<ReturnType<typeof findCenters>>

/** So few matches are sorted by their tiers in one statement. */
const few = 100

/** A page of the matches, tier by tier, each in the order of the search. A search without a match reads no tier. */
export async function findInTiers(tx: Tx, params: Params): Promise<Found & { isAgeUnsaid: boolean }> {
  const { filter, tiers, free, order, slice, countTo } = params
  const page = tiers.length === 0 ? slice : { offset: 0, limit: few }
  const all = await findCenters(tx, { filter: { ...filter, free }, order, page, countTo })
  if (tiers.length === 0) return { ...all, isAgeUnsaid: false }
  if (all.total > few) return await readTiers(tx, { ...params, all })

  const ranks = all.total === 0 ? new Map<string, number>() : await rankByTier(tx, { tiers, centerIds: all.centerIds })
  const rankOf = (id: string) => ranks.get(id) ?? tiers.length
  const isAttended = all.centerIds.some((id) => tiers[rankOf(id)]?.ages !== undefined)
  return {
    ...all,
    centerIds: all.centerIds
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .slice(slice.offset, slice.offset + slice.limit),
    isAgeUnsaid: tiers.some(hasAges) && !isAttended,
  }
}

const hasAges = ({ ages }: Tier) => ages !== undefined

/** Too many matches to sort: the tiers are read one after another until the page is full. */
async function readTiers(
  tx: Tx,
  { filter, tiers, free, order, slice, countTo, all }: Params & { all: Found },
): Promise<Found & { isAgeUnsaid: boolean }> {
  const steps = [...tiers.map((tier) => [tier]), []]
  const centerIds: string[] = []
  let before = 0
  let isAgeUnsaid = tiers.some(hasAges)
  for (const [index, within] of steps.entries()) {
    const isFull = centerIds.length >= slice.limit
    // A full page only looks whether a later tier attends the age.
    if (isFull && !(isAgeUnsaid && within.some(hasAges))) continue
    const next = await findCenters(tx, {
      filter: { ...filter, within, outside: tiers.slice(0, index), free },
      order,
      page: { offset: Math.max(0, slice.offset - before), limit: slice.limit - centerIds.length },
      countTo: isFull ? 1 : countTo,
    })
    if (next.total > 0 && within.some(hasAges)) isAgeUnsaid = false
    before += next.total
    centerIds.push(...next.centerIds)
  }
  return { ...all, centerIds, isAgeUnsaid }
}
