import { z } from 'zod'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { seal, unseal } from '#server/platform/secrets.ts'

const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type StoredTokens = z.output<typeof tokens>

const purposeOf = (id: string) => `payment account ${id}`

/** Both tokens in one value, so that no row has an access token without its refresh token. */
export function sealTokens({ secret }: Platform, { id, tokens: pair }: { id: string; tokens: StoredTokens }): Buffer {
  return seal({ secret, purpose: purposeOf(id), text: JSON.stringify(tokens.parse(pair)) })
}

/** Undefined after SECRET_KEY was replaced. */
export function openTokens(
  { secret }: Platform,
  { id, sealed }: { id: string; sealed: Buffer },
): StoredTokens | undefined {
  const text = unseal({ secret, purpose: purposeOf(id), sealed })
  return text === undefined ? undefined : tokens.parse(JSON.parse(text))
}

/** Well before the end: after it, only the owner can connect the account again. */
const refreshBeforeMs = 30 * dayMs

export const refreshAtOf = ({ expiresAt }: { expiresAt: Date }) => new Date(expiresAt.getTime() - refreshBeforeMs)
