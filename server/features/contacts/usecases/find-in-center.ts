import { findLimit } from '#contract/contacts.ts'
import { listUpcomingOf } from '#server/features/appointments/usecases/read-agenda.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { findProfessionals } from '#server/features/professionals/usecases/find-professional.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { scopeOf } from '../contacts.policy.ts'
import { listContacts } from '../contacts.repository.ts'
import { readQuery } from '../contacts.rules.ts'

/** More often than a person types and pauses. */
const searchesPerMinute = 120

/**
 * The people, upcoming appointments and professionals that match a text and that the member may see.
 * @throws request.too_many
 */
export async function findInCenter(
  platform: Platform,
  { member, userId, q }: { member: Member; userId: string; q: string },
) {
  await countAttempt(platform, { name: 'contacts.find', key: userId, limit: searchesPerMinute, windowSeconds: 60 })
  const { db, clock } = platform
  const now = clock.now()
  const scope = scopeOf(member)
  const query = readQuery(q)
  const [people, professionals] = await Promise.all([
    listContacts(db, { ...scope, query, limit: findLimit, after: undefined, now }),
    query.words.length === 0 ? [] : findProfessionals(db, { ...scope, words: query.words, limit: findLimit }),
  ])
  const refs = people.map(({ kind, id }) => ({ kind, id }))
  const appointments = await listUpcomingOf(db, { member, people: refs, now, limit: findLimit })
  return { people, professionals, appointments }
}
