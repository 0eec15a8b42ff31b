import type { CodeChallenge } from '../rules/code-challenge.ts'
import { invalid, optionalText } from './body.ts'

/** The PKCE fields of an endpoint's body. Null or absent: the response carries the session itself. */
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
