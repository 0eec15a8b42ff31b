import { z } from 'zod'

import { downloadMinutes, type FileRequest, fileRequest } from '#contract/downloads.ts'
import { id } from '#contract/values.ts'
import type { Actor } from '#server/api/actor.ts'
import type { CallerOfToken } from '#server/features/auth/sessions/authenticate.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { seal, unseal } from '#server/platform/secrets.ts'

const purpose = 'downloads'
export const downloadValidMs = downloadMinutes * minuteMs

const downloadLink = z.object({
  caller: z.object({ userId: id, sessionId: id, aal: z.enum(['aal1', 'aal2']) }),
  expiresAtMs: z.number(),
  file: fileRequest,
})
type DownloadLink = { caller: CallerOfToken; file: FileRequest }

/** The address of one file, for the session of one account. It reveals neither, and contains nothing of the file. */
export function createDownloadLink(
  { secret, settings, clock }: Platform,
  { actor: { userId, sessionId, aal }, file }: { actor: Actor; file: FileRequest },
): { url: string; expiresAt: Date } {
  const expiresAtMs = clock.now().getTime() + downloadValidMs
  const text = JSON.stringify({ caller: { userId, sessionId, aal }, expiresAtMs, file })
  const token = seal({ secret, purpose, text }).toString('base64url')
  return { url: `${settings.publicUrl}/descargas/${token}`, expiresAt: new Date(expiresAtMs) }
}

/** Undefined: the address has expired, or this server has not made it. */
export function readDownloadLink({ secret, clock }: Platform, { token }: { token: string }): DownloadLink | undefined {
  const text = unseal({ secret, purpose, sealed: Buffer.from(token, 'base64url') })
  if (text === undefined) return undefined
  // The address may be from before an update that changed a route's input.
  const { data } = downloadLink.safeParse(JSON.parse(text))
  return data && data.expiresAtMs > clock.now().getTime() ? data : undefined
}
