import type { Platform } from './platform.ts'
import { keyIdOf, seal, unseal } from './secrets.ts'

// A mail's body may carry a link that signs its reader in, so the database holds it only encrypted.

type MailBody = { html: string; text: string }
type SealedBody = { sealed_body: Buffer | null; key_id: string | null }
type Secret = Pick<Platform, 'secret'>

const purpose = 'mail bodies'

export function sealBody({ secret }: Secret, { html, text }: MailBody): { sealed_body: Buffer; key_id: string } {
  return {
    sealed_body: seal({ secret, purpose, text: JSON.stringify([html, text]) }),
    key_id: keyIdOf({ secret, purpose }),
  }
}

/**
 * `purged`: the mail was sent, and its body deleted. `other key`: another SECRET_KEY encrypted it, so a process that has that
 * one can still open it. `damaged`: no process can.
 */
export function openBody(
  { secret }: Secret,
  { sealed_body: sealed, key_id: keyId }: SealedBody,
): MailBody | 'purged' | 'other key' | 'damaged' {
  if (!sealed) return 'purged'
  if (keyId !== keyIdOf({ secret, purpose })) return 'other key'
  const opened = unseal({ secret, purpose, sealed })
  if (opened === undefined) return 'damaged'
  const [html, text] = JSON.parse(opened) as [string, string]
  return { html, text }
}
