import { sql } from 'kysely'
import type { PersonRef } from '#contract/agenda.ts'
import { failField } from '#contract/errors.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Db, isStatementTimeout, type Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { fail } from '../contacts.errors.ts'
import { scopeOf } from '../contacts.policy.ts'
import type { ContactRow } from '../contacts.types.ts'
import { lockGuestForBooking } from '../repository/guests.ts'
import * as repository from '../repository/people.ts'
import { forgivingQuery, readQuery } from '../rules/contact-query.ts'

/** `isAlike`: no name is as it was typed, and these differ from it in one letter of a word. */
type Found = { rows: ContactRow[]; isAlike: boolean }

/** A page of the contacts whom the member may see, by name. It has one row more than `limit` when another page follows. */
export async function listContacts(
  platform: Platform,
  input: { member: Member; q: string; tag: string | undefined; limit: number; after: string | undefined },
): Promise<Found> {
  const { db, clock } = platform
  const { member, q, tag, limit, after } = input
  const scope = scopeOf(member)
  if (after !== undefined && !(await repository.isInScope(db, { ...scope, id: after }))) {
    throw failField('cursor', 'No es un cursor de esta lista.')
  }
  const page = { ...scope, tag, after, limit: limit + 1, now: clock.now() }
  return searchContacts(platform, { ...page, userId: member.userId, query: readQuery(q) })
}

/** The people whom the query finds, or else those whom it finds when a slip of the keyboard is forgiven. */
export async function searchContacts(
  platform: Platform,
  { userId, ...page }: repository.ContactPage & { userId: string },
): Promise<Found> {
  const { db, secret } = platform
  const rows = await repository.listContacts(db, page)
  const query = rows.length === 0 ? forgivingQuery(page.query) : undefined
  if (!query || !(await takeWithin(db, { ...forgiven, secret, key: userId }))) return { rows, isAlike: false }
  const alike = await listAlike(db, { ...page, query })
  return { rows: alike, isAlike: alike.length > 0 }
}

/** It compares all names of the centre, which may be 300,000. A person reads what a search found before typing the next one. */
const forgiven = { name: 'contacts.forgiven', limit: 30, windowSeconds: 60 }
const forgivenMs = 800

/** Within its time: a help that takes longer is none, and a hostile text must not occupy the database. */
async function listAlike(db: Db, page: repository.ContactPage): Promise<ContactRow[]> {
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(forgivenMs)}`.execute(tx)
        return repository.listContacts(tx, page)
      })
  } catch (error) {
    if (isStatementTimeout(error)) return []
    throw error
  }
}

/** The tags of the people whom the member may see. */
export const listTags = (db: Db, { member, limit }: { member: Member; limit: number }) =>
  repository.listTags(db, { ...scopeOf(member), limit })

/** @throws contacts.not_found for a person whom the member may not see */
export async function requireContact(
  { db, clock }: Platform,
  { member, person }: { member: Member; person: PersonRef },
): Promise<ContactRow> {
  const row = await repository.findContact(db, { ...scopeOf(member), person, now: clock.now() })
  if (!row) throw fail('contacts.not_found')
  return row
}

/** This person, if the member may see them, and so book for them. It locks a guest against deletion. */
export async function findBookable(
  tx: Tx,
  input: { member: Member; person: PersonRef; now: Date },
): Promise<ContactRow | undefined> {
  if (input.person.kind === 'guest') await lockGuestForBooking(tx, { guestId: input.person.id })
  return repository.findContact(tx, { ...scopeOf(input.member), ...input })
}

export const listDependantsOf = (db: Db, { member, guardianId }: { member: Member; guardianId: string }) =>
  repository.listDependantsOf(db, { ...scopeOf(member), guardianId })
