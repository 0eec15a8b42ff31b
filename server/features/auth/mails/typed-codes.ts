import { randomInt } from 'node:crypto'
import { sql } from 'kysely'

import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { keyedHash } from '#server/platform/secrets.ts'

import type { TokenKind } from './token-kinds.ts'

/** Six digits are quickly guessed: so many tries for each token, whether another mail was asked for or not. */
const maxTries = 5
/** Anybody can sign up with an address, or ask to move there: every code would be one more that a guess may hit. */
const newestThatCount = 3

type Addressed = { platform: Platform; kind: TokenKind; email: string }

/** Not by its plain hash, as a million codes are tried in no time. */
export function hashCode({ kind, email, digits, platform }: Addressed & { digits: string }): string {
  const text = `${kind} ${email} ${digits}`
  return keyedHash({ secret: platform.secret, purpose: 'typed codes', text })
}

/** Six digits that no other token of this address has: which sign-up somebody means must be clear. */
export async function newCode(tx: Tx, input: Addressed): Promise<{ digits: string; codeHash: string }> {
  for (;;) {
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    const codeHash = hashCode({ ...input, digits })
    const taken = await tx
      .selectFrom('one_time_tokens')
      .select('id')
      .where('email', '=', input.email)
      .where('code_hash', '=', codeHash)
      .executeTakeFirst()
    if (!taken) return { digits, codeHash }
  }
}

/** What people type as it stands in the mail: in two halves. Undefined for what can't be a code. */
export function readCode(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/**
 * One try: counted for every token that it might have meant, before it is known whether it is right. Locks the owners.
 * @returns the token that it is the code of.
 */
export async function tryCode(
  tx: Tx,
  input: { platform: Platform; email: string; kinds: readonly TokenKind[]; digits: string; now: Date },
): Promise<{ id: string; userId: string } | undefined> {
  const { platform, email, digits } = input
  const meant = tx
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('email', '=', email)
    .where('kind', 'in', input.kinds)
    .where('expires_at', '>', input.now)
  await tx.selectFrom('users').select('id').where('id', 'in', meant).orderBy('id').forNoKeyUpdate().execute()
  const tried = await tx
    .updateTable('one_time_tokens')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', newestOfEach(tx, input))
    .where('attempts', '<', maxTries)
    .returning(['id', 'user_id', 'kind', 'code_hash'])
    .execute()
  const right = tried.find(
    (token) => token.code_hash === hashCode({ platform, kind: token.kind as TokenKind, email, digits }),
  )
  return right && { id: right.id, userId: right.user_id }
}

/** The tokens of an address whose codes count, of each kind: also those whose tries are used up, or older ones would take their place. */
function newestOfEach(tx: Tx, { email, kinds, now }: { email: string; kinds: readonly TokenKind[]; now: Date }) {
  const live = tx
    .selectFrom('one_time_tokens')
    .select('id')
    .select(sql<number>`row_number() over (partition by kind order by created_at desc, id desc)`.as('place'))
    .where('email', '=', email)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
  return tx.selectFrom(live.as('live')).select('live.id').where('live.place', '<=', newestThatCount)
}
