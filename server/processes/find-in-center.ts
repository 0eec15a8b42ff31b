import { findLimit } from '#contract/contacts.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { listUpcomingOf } from '#server/features/appointments/usecases/read-agenda.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { findProfessionals } from '#server/features/centers/repository/professionals.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { scopeOf } from '#server/features/contacts/contacts.policy.ts'
import { readQuery } from '#server/features/contacts/rules/contact-query.ts'
import { searchContacts } from '#server/features/contacts/usecases/list-contacts.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

export const findInCenterRoutes = {
  contacts: {
    find: api.contacts.find.handler(async ({ input, context }) => {
      const request = withUserId(context, input)
      const member = await requireMember(context.platform.db, request)
      const { people, professionals, appointments } = await findInCenter(context.platform, { ...request, member })
      return {
        people: people.map((person) => ({ ...person, phone: person.phone || null })),
        appointments: appointments.map((row) => ({
          ...row,
          name: row.attendeeName ?? '',
          birthDate: row.dependant?.birthDate ?? null,
        })),
        professionals,
      }
    }),
  },
}

/** This is more often than a person types and pauses. */
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
  const [{ rows: people }, professionals] = await Promise.all([
    searchContacts(platform, { ...scope, userId, query, limit: findLimit, after: undefined, now }),
    query.words.length === 0 ? [] : findProfessionals(db, { ...scope, words: query.words, limit: findLimit }),
  ])
  const refs = people.map(({ kind, id }) => ({ kind, id }))
  const appointments = await listUpcomingOf(db, { member, people: refs, now, limit: findLimit })
  return { people, professionals, appointments }
}
