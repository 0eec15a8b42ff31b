import { newSecret } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Method } from '../auth.types.ts'
import { insertAuthCode } from '../repository/auth-codes.ts'
import type { CodeChallenge } from '../rules/code-challenge.ts'

const lifetimeMs = 300_000

/** For `?code=`: the client with the verifier exchanges it for a session (POST /token?grant_type=pkce), once. */
export async function issueAuthCode(
  tx: Tx,
  input: { userId: string; method: Method; challenge: CodeChallenge; now: Date },
): Promise<string> {
  const code = newSecret()
  await insertAuthCode(tx, { ...input, code, expiresAt: new Date(input.now.getTime() + lifetimeMs) })
  return code
}
