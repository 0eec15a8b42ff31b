import { LRUCache } from 'lru-cache'
import { wordsOf } from '#contract/folded-text.ts'
import type { CatalogOffer } from '#server/features/appointments/repository/free-times.ts'
import type { Need, ServiceGroup } from './fitting-services.ts'
import { isRegulated } from './regulated-services.ts'
import { prefersRegulated, saysOfAges } from './tiers.ts'
import { readWords } from './words.ts'

/** What a card prefers among the services that fit. `says`: by need, beginnings of what a professional says who treats it. */
type Preference = { regulatedFirst: boolean; says: readonly (readonly string[])[] }

export function preferenceOf({ q = '', ages }: Need): Preference {
  const words = readWords(q)
  const ofAges = saysOfAges(ages)
  return {
    regulatedFirst: prefersRegulated(words),
    says: [
      ...words.flatMap(({ says, text }) => (says.length > 0 ? [says] : text.length > 3 ? [[text.slice(0, 6)]] : [])),
      ...(ofAges.length > 0 ? [ofAges] : []),
    ],
  }
}

/** `isSpecific`: the group is of those of the service's professionals who say that they treat just this. */
export type PreferredGroup = { group: ServiceGroup; isSpecific: boolean }

/**
 * The groups of a centre, the best first: a regulated service before a complementary one, and of each service those
 * professionals who treat just this before all of them.
 */
export function preferGroups(groups: readonly ServiceGroup[], { regulatedFirst, says }: Preference): PreferredGroup[] {
  const ranked = regulatedFirst
    ? groups.toSorted(
        (one, other) => Number(isRegulated(other[0].serviceType)) - Number(isRegulated(one[0].serviceType)),
      )
    : groups
  return ranked.flatMap((group) => {
    const counts = group.map(({ specialties }) => countSaid(specialties, says))
    const most = Math.max(...counts)
    const [first, ...others] = group.filter((_, index) => counts[index] === most)
    if (most === 0 || !first) return [{ group, isSpecific: false }]
    const isAll = others.length + 1 === group.length
    return [
      { group: [first, ...others] as const, isSpecific: true },
      // Their colleagues, where they have no free time.
      ...(isAll ? [] : [{ group, isSpecific: false }]),
    ]
  })
}

/** Lists of specialties repeat across searches. `folded`: each word after a space. */
const cache = new LRUCache<string, { folded: string }>({
  max: 5000,
  memoMethod: (text) => ({ folded: ` ${wordsOf(text).join(' ')}` }),
})

function countSaid(specialties: CatalogOffer['specialties'], says: Preference['says']): number {
  if (says.length === 0) return 0
  const { folded } = cache.memo(specialties)
  return says.filter((beginnings) => beginnings.some((beginning) => folded.includes(` ${beginning}`))).length
}
