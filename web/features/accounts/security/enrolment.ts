import type { AuthError } from '@supabase/auth-js'

import { brand } from '#contract/brand.ts'
import { client } from '#web/platform/session.ts'

/** A device that is inactive until its first correct code. */
export type Enrolment = {
  factorId: string
  name: string
  /** The QR code as SVG. */
  qr: string
  /** The base32 secret, for an app that cannot read the QR code. */
  secret: string
  uri: string
}

type Outcome = { enrolment: Enrolment; error?: undefined } | { enrolment?: undefined; error: AuthError }

export async function beginEnrolment(name: string): Promise<Outcome> {
  const { mfa } = await client()
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: brand.name })
  if (error) return { error }
  const { qr_code: qr, secret, uri } = data.totp
  return { enrolment: { factorId: data.id, name, qr: svgOf(qr), secret, uri } }
}

/** Best effort: the server deletes unfinished enrolments on its own. */
export async function cancelEnrolment({ factorId }: Enrolment): Promise<void> {
  const { mfa } = await client()
  await mfa.unenroll({ factorId })
}

/** Extracts the SVG from the session client's `data:` URL, which the content security policy blocks. */
export function svgOf(dataAddress: string): string {
  return dataAddress.replace(/^data:[^,]*,/, '')
}

/** The secret in groups of four characters, for reading and typing. */
export function groupSecret(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** A name that no device of the account has yet. */
export function proposedName(existingNames: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? 'Mi teléfono' : `Mi teléfono ${count}`
    if (!existingNames.includes(name)) return name
  }
}
