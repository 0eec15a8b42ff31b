import { createHash, timingSafeEqual } from 'node:crypto'

import { hashSecret, newSecret } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import type { Method } from '../auth.types.ts'
import { invalid, optionalText } from '../endpoints/body.ts'

// PKCE (RFC 7636): whoever asks keeps a verifier and shows its challenge; the way back brings a code that is worth
// nothing without the verifier.

export type CodeChallenge = { code_challenge: string; code_challenge_method: 's256' | 'plain' }

/** What an endpoint's body says about it; null and absent where the answer shall carry the session itself. */
export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText }

const challengePattern = /^[A-Za-z0-9._~-]{43,128}$/

/** @throws validation_failed */
export function readChallenge({
  code_challenge,
  code_challenge_method,
}: {
  code_challenge: string
  code_challenge_method: string
}): CodeChallenge | undefined {
  const method = code_challenge_method.toLowerCase()
  if (code_challenge === '' && method === '') return undefined
  if (code_challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge parameters')
  }
  if (method !== 's256' && method !== 'plain') throw invalid('code_challenge_method is not supported')
  if (!challengePattern.test(code_challenge)) {
    throw invalid('code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, -, ., _ and ~')
  }
  return { code_challenge, code_challenge_method: method }
}

/** As the rows keep it, in two columns. */
export function challengeOf(row: {
  code_challenge: string | null
  code_challenge_method: string | null
}): CodeChallenge | undefined {
  const { code_challenge, code_challenge_method: method } = row
  if (code_challenge === null || method === null) return undefined
  return { code_challenge, code_challenge_method: method === 's256' ? 's256' : 'plain' }
}

export function isVerifierRight({ challenge, verifier }: { challenge: CodeChallenge; verifier: string }): boolean {
  const { code_challenge: expected, code_challenge_method: method } = challenge
  const shown = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [one, other] = [Buffer.from(shown), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const livesMs = 300_000

/** For `?code=`: whoever has the verifier exchanges it for a session (POST /token?grant_type=pkce), once. */
export async function issueAuthCode(
  tx: Tx,
  { userId, method, challenge, now }: { userId: string; method: Method; challenge: CodeChallenge; now: Date },
): Promise<string> {
  const code = newSecret()
  await tx
    .insertInto('auth_codes')
    .values({
      code_hash: hashSecret(code),
      user_id: userId,
      method,
      ...challenge,
      expires_at: new Date(now.getTime() + livesMs),
      created_at: now,
    })
    .execute()
  return code
}

export async function findAuthCodeOwner(tx: Tx, code: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('auth_codes')
    .select('user_id')
    .where('code_hash', '=', hashSecret(code))
    .executeTakeFirst()
  return row?.user_id
}

/** Takes the code away, so that it works once, also when it is shown with a wrong verifier or too late. */
export async function consumeAuthCode(
  tx: Tx,
  { code, userId }: { code: string; userId: string },
): Promise<{ method: Method; challenge: CodeChallenge; expiresAt: Date } | undefined> {
  const row = await tx
    .deleteFrom('auth_codes')
    .where('code_hash', '=', hashSecret(code))
    .where('user_id', '=', userId)
    .returning(['method', 'code_challenge', 'code_challenge_method', 'expires_at'])
    .executeTakeFirst()
  const challenge = row && challengeOf(row)
  return challenge && { method: row.method as Method, challenge, expiresAt: row.expires_at }
}
