import type { Tx } from '#server/platform/postgres/database.ts'
import { findCenters } from '../repository/find-centers.ts'
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

/** A page of the matches, tier by tier, each in the order of the search. A tier that fills the count is the last that is read. */
export async function findInTiers(
  tx: Tx,
  { filter, tiers, free, order, slice, countTo }: Params,
): Promise<Found & { isAgeUnsaid: boolean }> {
  const steps = [
    ...tiers.map((tier, index) => ({ within: [tier], outside: tiers.slice(0, index) })),
    { within: [], outside: tiers },
  ]
  let found: Found | undefined
  let isAgeUnsaid = tiers.some(({ ages }) => ages !== undefined)
  for (const step of steps) {
    const [total, centerIds]: [number, string[]] = found ? [found.total, found.centerIds] : [0, []]
    const next = await findCenters(tx, {
      filter: { ...filter, ...step, free },
      order,
      page: { offset: Math.max(0, slice.offset - total), limit: slice.limit - centerIds.length },
      countTo,
    })
    if (next.total > 0 && step.within.some(({ ages }) => ages !== undefined)) isAgeUnsaid = false
    found = {
      total: Math.min(total + next.total, next.countedTo),
      countedTo: next.countedTo,
      centerIds: [...centerIds, ...next.centerIds],
    }
    if (found.total >= next.countedTo) break
  }
  if (!found) throw new Error('there is always a last step')
  return { ...found, isAgeUnsaid }
}
