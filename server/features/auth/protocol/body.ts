import type { Context } from 'hono'
import { z } from 'zod'
import { en } from 'zod/locales'
import { validationFaults } from '#contract/auth-failures.ts'

import { email } from '#contract/credentials.ts'
import { nameFault, nameMaxLength } from '#contract/names.ts'
import { metadataNames } from '#contract/registration.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { findUnstorableText } from '#server/api/unstorable-text.ts'

import { normalizePhone } from '#server/platform/phones.ts'
import { failAuth } from './errors.ts'

const english = en()

/** Clients send null where they mean nothing. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

/** Ours have some 20 short values. Every answer about the account carries all of it. */
const metadataMaxBytes = 16 * 1024
const metadataMaxKeys = 100
const metadataMaxDepth = 8

/** `data` of a sign-up or an update: an object that the database can hold and that every later answer has to carry. */
export const optionalMetadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? {})
  // What is too deep must not reach the next check, which would run out of stack.
  .refine((data) => isShallow(data, metadataMaxDepth), { error: 'data is nested too deeply', abort: true })
  .refine((data) => Object.keys(data).length <= metadataMaxKeys, { error: 'data has too many keys', abort: true })
  .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= metadataMaxBytes, 'data is too large')

/** `data` as a caller sends it: what becomes a name or a telephone number here has to be one. What the account already has is not judged again. */
export const typedMetadata = optionalMetadata.superRefine((data, context) => {
  for (const key of metadataNames) {
    const value = data[key]
    if (typeof value !== 'string' || nameFault(value.slice(0, nameMaxLength).trim()) === undefined) continue
    context.addIssue({ code: 'custom', path: [key], message: validationFaults.name })
  }
  for (const key of ['phone', 'whatsapp']) {
    const value = data[key]
    // What is longer never was a number: it stays with the rest of the metadata and becomes nothing here.
    if (typeof value !== 'string' || value.trim() === '' || value.length > 40) continue
    if (normalizePhone(value) !== undefined) continue
    context.addIssue({ code: 'custom', path: [key], message: validationFaults.phone })
  }
})

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((child) => isShallow(child, depth - 1))
}

/** The JSON body. No body counts as an empty object, unknown keys are ignored. */
export async function readBody<Schema extends z.ZodType>(
  c: Context<HttpEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return check(schema, parseJson(await c.req.text()))
}

/** The form that a page of ours posts. */
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
    // Said below.
  }
  throw failAuth('bad_json')
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const unstorable = findUnstorableText(value)
  if (unstorable !== undefined) throw invalid(`${unstorable} contains characters that cannot be stored`)
  // The protocol's messages are English, whatever the API's are.
  const parsed = schema.safeParse(value, { error: english.localeError })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'Invalid request')
}

export function invalid(message: string): Error {
  return failAuth('validation_failed', { message })
}

/** Lower-cased address. Checked before, as letters that only look like ASCII become ASCII when lower-cased (the Kelvin sign). */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed.length <= 255 && email.safeParse(trimmed).success ? trimmed.toLowerCase() : undefined
}

export function requireEmail(text: string): string {
  const address = parseEmail(text)
  if (address === undefined) throw invalid(validationFaults.email)
  return address
}
