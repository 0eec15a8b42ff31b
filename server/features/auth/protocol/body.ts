import type { Context } from 'hono'
import { z } from 'zod'
import { en } from 'zod/locales'
import { validationFaults } from '#contract/auth-failures.ts'

import { email } from '#contract/credentials.ts'
import { legalDocuments } from '#contract/legal-texts.ts'
import { nameFault, nameMaxLength } from '#contract/names.ts'
import { cleanEmail } from '#contract/pasted-email.ts'
import { metadataNames } from '#contract/registration.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { findUnstorableText } from '#server/api/unstorable-text.ts'

import { normalizePhone } from '#server/platform/phones.ts'
import { isOutdatedVersion } from '#server/platform/shown-legal-versions.ts'
import { failAuth } from './errors.ts'

const english = en()

/** Clients send null for an absent value. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

/** Our forms send some 20 short values. Every response about the account contains all of them. */
const metadataMaxBytes = 16 * 1024
const metadataMaxKeys = 100
const metadataMaxDepth = 8

/** `data` of a sign-up or an update. Bounded, as the database stores it and every later response contains it. */
export const optionalMetadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? {})
  // Aborts, as the next check would overflow the stack on deeper data.
  .refine((data) => isShallow(data, metadataMaxDepth), { error: 'data is nested too deeply', abort: true })
  .refine((data) => Object.keys(data).length <= metadataMaxKeys, { error: 'data has too many keys', abort: true })
  .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= metadataMaxBytes, 'data is too large')

/**
 * `data` as a caller sends it: the fields that become a name, a telephone number or an acceptance must be valid. The account's stored
 * values are not validated again.
 */
export const typedMetadata = optionalMetadata.superRefine((data, context) => {
  for (const key of metadataNames) {
    const value = data[key]
    if (typeof value !== 'string' || nameFault(value.slice(0, nameMaxLength).trim()) === undefined) continue
    context.addIssue({ code: 'custom', path: [key], message: validationFaults.name })
  }
  for (const document of legalDocuments) {
    const key = `accepted_${document}`
    if (!isOutdatedVersion(document, data[key])) continue
    context.addIssue({ code: 'custom', path: [key], message: validationFaults.outdatedTerms })
  }
  for (const key of ['phone', 'whatsapp']) {
    const value = data[key]
    // A longer text can't be a number: it stays in the metadata and fills no column.
    if (typeof value !== 'string' || value.trim() === '' || value.length > 40) continue
    if (normalizePhone(value) !== undefined) continue
    context.addIssue({ code: 'custom', path: [key], message: validationFaults.phone })
  }
})

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((child) => isShallow(child, depth - 1))
}

/** The JSON body. A missing body counts as an empty object; unknown keys are ignored. */
export async function readBody<Schema extends z.ZodType>(
  c: Context<HttpEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return check(schema, parseJson(await c.req.text()))
}

export async function readForm<Schema extends z.ZodType>(
  c: Context<HttpEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return check(schema, Object.fromEntries(new URLSearchParams(await c.req.text())))
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw failAuth('bad_json')
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unstorable = findUnstorableText(value)
  if (unstorable !== undefined) throw invalid(`${unstorable} contains characters that cannot be stored`)
  // The protocol's messages are English; the contract's API is Spanish.
  const parsed = schema.safeParse(value, { error: english.localeError })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'Invalid request')
}

export function invalid(message: string): Error {
  return failAuth('validation_failed', { message })
}

/** The lower-cased address. Validated first, as some non-ASCII letters become ASCII when lower-cased (the Kelvin sign). */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed.length <= 255 && email.safeParse(trimmed).success ? trimmed.toLowerCase() : undefined
}

/** The address that a person typed or pasted; `parseEmail` alone is for what another service reports. */
export function parseTypedEmail(text: string): string | undefined {
  return parseEmail(cleanEmail(text))
}

export function requireEmail(text: string): string {
  const address = parseTypedEmail(text)
  if (address === undefined) throw invalid(validationFaults.email)
  return address
}
