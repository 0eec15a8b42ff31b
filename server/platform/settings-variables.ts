import { resolve } from 'node:path'
import { z } from 'zod'

import { builtInBrand } from '#contract/brand.ts'
import { absoluteAddress, isBucketAddress, readBucketAddress } from './backup/backup-address.ts'
import { readSentryDsn } from './sentry-dsn.ts'

/** The minimum number of characters of SECRET_KEY. */
export const secretMinLength = 32

const text = z.string()

function integer({ min, max }: { min: number; max: number }) {
  const message = `must be a whole number from ${min} to ${max}`
  return text.regex(/^\d+$/, message).transform(Number).pipe(z.number().min(min, message).max(max, message))
}

function oneOf<const Choice extends string>(...choices: Choice[]) {
  return z.enum(choices, `must be one of: ${choices.join(', ')}`)
}

function url(...protocols: string[]) {
  const starts = protocols.map((protocol) => `${protocol}://`)
  return text.refine(
    (value) => starts.some((start) => value.startsWith(start)) && URL.canParse(value),
    `must be a URL that starts with ${starts.join(' or ')}`,
  )
}

const origin = url('http', 'https')
  .refine((value) => {
    // Zod also runs this check, but not the change below, on a text that url() has refused.
    if (!URL.canParse(value)) return false
    const { pathname, search, hash } = new URL(value)
    return pathname === '/' && search === '' && hash === ''
  }, 'must be protocol, domain and port alone, without a path')
  .transform((value) => new URL(value).origin)

/** URLs with an optional path, separated by commas. */
const urls = text
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isPlainUrl), 'must be a list of http or https URLs, separated by commas')
  .transform((parts) => parts.map((part) => new URL(part).href))

function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}

/** Only these placeholders are allowed: with one for the host, the content security policy could not name it. */
const tilesUrl = url('http', 'https').refine((value) => {
  // Zod also runs this check on a text that url() has refused.
  if (!URL.canParse(value)) return false
  const { host, username, password } = new URL(value)
  const isComplete = ['{z}', '{x}', '{y}'].every((part) => value.includes(part))
  const others = value.replaceAll(/\{[zxyr]\}/g, '')
  return isComplete && !/[{}]/.test(others) && !/%7b|[{}]/i.test(host) && `${username}${password}` === ''
}, 'must be a URL with {z}, {x} and {y}, without another placeholder than {r}, and without a password')

const boolean = z.stringbool({
  truthy: ['true', '1'],
  falsy: ['false', '0'],
  case: 'sensitive',
  error: 'must be true or false',
})

/** `id:key`: a name for the key, and its 32 bytes in base64. Undefined for anything else. */
export function recordKeyEntry(entry: string): { id: string; bytes: Buffer } | undefined {
  const [id = '', key = '', ...rest] = entry.trim().split(':')
  const bytes = Buffer.from(key, 'base64')
  const isComplete = bytes.length === 32 && bytes.toString('base64') === key
  return rest.length === 0 && isComplete && /^[a-z0-9-]{1,20}$/.test(id) ? { id, bytes } : undefined
}

export const recordKeysFormat =
  'It is a list of id:key, separated by commas: a lower-case name, and 32 bytes in base64 (openssl rand -base64 32).'

/** Keys of health data; the first encrypts, the others only decrypt. */
const recordKeys = text
  .transform((value) => value.split(',').map(recordKeyEntry))
  .refine(
    (entries) => entries.length <= 20 && entries.every((entry) => entry !== undefined),
    'has a malformed key: each has to be id:key, with 32 bytes in base64',
  )
  .transform((entries) => entries.filter((entry) => entry !== undefined))
  .refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, 'has two keys of the same name')

const privateKey = text
  .transform((value) => value.replaceAll('\\n', '\n'))
  .refine((pem) => pem.includes('-----BEGIN PRIVATE KEY-----'), 'must be a PKCS#8 private key in PEM')

/**
 * Every environment variable that Senda reads, in the order of .env.example, which has the same descriptions.
 * A variable without a default is optional.
 */
export const variables = {
  PORT: integer({ min: 1, max: 65_535 }).prefault('3000').describe('The port on which Senda listens.'),
  HOST: text
    .default('127.0.0.1')
    .describe('The address on which Senda listens; outside production, only a loopback address.'),
  DATA_DIR: text
    .prefault('./data')
    .transform((folder) => resolve(folder))
    .describe('The folder of the embedded database and of uploaded files.'),
  MIN_FREE_DISK: integer({ min: 0, max: 10_000_000 })
    .prefault('1024')
    .describe('The free megabytes of the disk of DATA_DIR below which Senda refuses uploads.'),
  BACKUP_DIR: text
    .refine((value) => !isBucketAddress(value) || readBucketAddress(value), 'must be a folder or s3://bucket/prefix')
    .transform((value) => absoluteAddress(value))
    .optional()
    .describe(
      'The folder of the nightly backups, better on another disk, or s3://bucket/prefix; without it, there are none.',
    ),
  BACKUP_TIME: text
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00')
    .prefault('03:00')
    .describe('When the nightly backup is made, in the time of Uruguay.'),
  BACKUP_KEEP: integer({ min: 1, max: 1000 })
    .prefault('7')
    .describe('How many backups stay in BACKUP_DIR; the oldest ones beyond are deleted.'),
  BACKUP_S3_ENDPOINT: origin
    .optional()
    .describe('The address of the service of s3://bucket/prefix; without it, Amazon S3 of the region.'),
  BACKUP_S3_REGION: text
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, such as us-east-1')
    .optional()
    .describe('The region of the bucket, as its service names it, for example us-east-1.'),
  BACKUP_S3_ACCESS_KEY: text.optional().describe('The id of the key that may list, read, write and delete there.'),
  BACKUP_S3_SECRET_KEY: text.optional().describe('The secret of that key.'),
  DATABASE_URL: url('postgres', 'postgresql')
    .optional()
    .describe('Your own PostgreSQL, version 15 or newer; without it, Senda starts the embedded one.'),
  DATABASE_CONNECTIONS: integer({ min: 10, max: 500 })
    .prefault('20')
    .describe('How many connections the requests of one process may use; it opens up to 18 more.'),
  SECRET_KEY: text
    .min(secretMinLength, `must have at least ${secretMinLength} characters`)
    .optional()
    .describe(
      'A secret of 32 characters or more, shared by all processes of a database; required in production with DATABASE_URL.',
    ),
  RECORD_KEYS: recordKeys
    .optional()
    .describe(
      'The keys of clinical records, id:key separated by commas, the current one first; required in production.',
    ),
  PUBLIC_URL: origin.optional().describe('The public address of Senda; required in production.'),
  SMTP_URL: url('smtp', 'smtps')
    .optional()
    .describe('The SMTP server for outgoing mail; without it, mails stay in the database.'),
  MAIL_FROM: text
    .default(`${builtInBrand.name} <no-reply@${builtInBrand.email.split('@')[1]}>`)
    .describe('The sender of mails.'),
  REQUIRE_EMAIL_CONFIRMATION: boolean
    .prefault('false')
    .describe('Whether a new user has to confirm the e-mail address before signing in.'),
  ALLOWED_REDIRECTS: urls
    .optional()
    .describe('Further addresses to which sign-in links may redirect, separated by commas.'),
  GOOGLE_CLIENT_ID: text.optional().describe("Senda's client id at Google, for signing in with Google."),
  GOOGLE_CLIENT_SECRET: text.optional().describe("Senda's client secret at Google."),
  FACEBOOK_CLIENT_ID: text.optional().describe("Senda's app id at Facebook, for signing in with Facebook."),
  FACEBOOK_CLIENT_SECRET: text.optional().describe("Senda's app secret at Facebook."),
  APPLE_CLIENT_ID: text.optional().describe("Senda's service id at Apple, for signing in with Apple."),
  APPLE_TEAM_ID: text.optional().describe('The id of the developer team at Apple.'),
  APPLE_KEY_ID: text.optional().describe('The id of the key from Apple.'),
  APPLE_PRIVATE_KEY: privateKey.optional().describe('The private key from Apple in PEM; \\n stands for a line break.'),
  SOCIAL_TEST_ISSUER: origin
    .optional()
    .describe('For tests only: a provider that replaces Google, Facebook and Apple.'),
  CAPTCHA_PROVIDER: oneOf('hcaptcha', 'turnstile').optional().describe('The CAPTCHA provider: hcaptcha or turnstile.'),
  CAPTCHA_SITE_KEY: text.optional().describe('The public site key of the CAPTCHA.'),
  CAPTCHA_SECRET: text.optional().describe('The secret key of the CAPTCHA.'),
  PAYMENT_GATEWAY: oneOf('simulado', 'mercadopago', 'mercadopago-double', 'none')
    .optional()
    .describe(
      'Where patients pay online: mercadopago; simulado, which takes test cards only; or none, the default in production.',
    ),
  MERCADO_PAGO_CLIENT_ID: text.optional().describe("The id of Senda's application at Mercado Pago."),
  MERCADO_PAGO_CLIENT_SECRET: text.optional().describe("The secret of Senda's application at Mercado Pago."),
  MERCADO_PAGO_WEBHOOK_SECRET: text.optional().describe('The key with which Mercado Pago signs its notifications.'),
  MERCADO_PAGO_URL: origin.optional().describe('For tests only: a server that replaces Mercado Pago.'),
  RECEIVER_FROM_PESOS: integer({ min: 1, max: 10_000_000 })
    .prefault('30000')
    .describe('The pesos from which the law asks for the document of the receiver of an e-Ticket.'),
  TILES_URL: tilesUrl
    .optional()
    .describe('The map tiles, for example https://tile.example/{z}/{x}/{y}.png; without it, maps are drawn.'),
  TILES_ATTRIBUTION: text.max(200).optional().describe('Whom the map names as the source of its tiles.'),
  TILES_ATTRIBUTION_URL: url('http', 'https').optional().describe('The page to which that name links.'),
  OPERATOR_FILE: text
    .optional()
    .describe(
      'A JSON file with your names, contact data and claims, read at the first start; later in Administración.',
    ),
  TRUSTED_PROXIES: integer({ min: 0, max: 10 })
    .prefault('0')
    .describe("How many of your own proxies are in front of Senda; it needs this to know each visitor's address."),
  STOP_DELAY: integer({ min: 0, max: 60 })
    .prefault('0')
    .describe('How many seconds a stopping process still accepts requests while /readyz tells the proxy to send none.'),
  METRICS_TOKEN: text
    .min(secretMinLength, `must have at least ${secretMinLength} characters`)
    .regex(/^[\w.~+/=-]+$/, 'may have letters, digits and .~+/=-_ only')
    .optional()
    .describe(
      'The bearer token with which Prometheus reads /metrics, 32 characters or more; without it, there is no such page.',
    ),
  SENTRY_DSN: text
    .refine((value) => readSentryDsn(value) !== undefined, 'must be https://KEY@host/PROJECT')
    .transform(readSentryDsn)
    .optional()
    .describe('Where errors of browsers are sent, as Sentry and compatible services name it; without it, nowhere.'),
  REQUEST_LOG: oneOf('on', 'off').prefault('off').describe('on writes one line for each request to the log.'),
  SLOW_REQUEST: integer({ min: 1, max: 60_000 })
    .prefault('1000')
    .describe('The milliseconds from which on a request leaves a warning in the log.'),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .optional()
    .describe('The log level: trace, debug, info, warn, error, fatal or silent.'),
  NODE_ENV: oneOf('development', 'test', 'production')
    .default('development')
    .describe('production for real use; otherwise there are demo accounts and demo data.'),
}

export type VariableName = keyof typeof variables

/** Variables whose value may stand in a file instead, which NAME_FILE names, as container engines and systemd hand over secrets. */
export const secretVariables = [
  'DATABASE_URL',
  'SECRET_KEY',
  'RECORD_KEYS',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
  'CAPTCHA_SECRET',
  'MERCADO_PAGO_CLIENT_SECRET',
  'MERCADO_PAGO_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'SENTRY_DSN',
] as const satisfies VariableName[]
