import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * PKCE (RFC 7636): the client keeps a verifier and sends its challenge. The redirect back carries a code that opens nothing
 * without the verifier.
 */
export type CodeChallenge = { code_challenge: string; code_challenge_method: 's256' | 'plain' }

/** The challenge as the rows store it, in two columns. */
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
  const actual = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)]
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes)
}
