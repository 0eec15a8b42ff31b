import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'

import { isOwnHost } from './addresses.ts'
import { isBucketAddress } from './backup/backup-address.ts'
import type { BucketSettings } from './backup/bucket-client.ts'
import { secondMs } from './local-time.ts'
import { readSecretFiles } from './secret-files.ts'
import type { SentryAddress } from './sentry-dsn.ts'
import { type VariableName, variables } from './settings-variables.ts'
import { StartError } from './start-error.ts'
import { isRelease } from './version-of-senda.ts'

export type Settings = {
  port: number
  host: string
  /** The path is absolute. */
  dataDir: string
  /** Megabytes. With less free space on the disk of dataDir, uploads are refused. */
  minFreeDisk: number
  /**
   * `dir`, a folder or s3://bucket/prefix, undefined: there are no nightly backups. `time` is HH:MM in Uruguay; `keep` counts the
   * backups that stay in `dir`. `bucket` undefined: no backup is in a bucket.
   */
  backups: { dir: string | undefined; time: string; keep: number; bucket: BucketSettings | undefined }
  /** Undefined: the embedded PostgreSQL is started. */
  databaseUrl: string | undefined
  /** How many connections the requests of this process may use together; the rest is in connections.ts. */
  databaseConnections: number
  /** Undefined: the secret in dataDir is used. */
  secretKey: string | undefined
  /** The current key first. Undefined: the key in dataDir is used, outside production only. */
  recordKeys: readonly { id: string; bytes: Uint8Array }[] | undefined
  /** The URL has no trailing slash. */
  publicUrl: string
  /** Undefined: mail stays in the database. */
  smtpUrl: string | undefined
  mailFrom: string
  requireEmailConfirmation: boolean
  /** Where links of the authentication service may lead besides publicUrl: each an origin with the beginning of a path. */
  allowedRedirects: readonly string[]
  social: SocialSettings
  captcha: { provider: 'hcaptcha' | 'turnstile'; siteKey: string; secret: string } | undefined
  /** Where patients pay online; `none`: at the centre only. */
  gateway: 'simulado' | 'mercadopago' | 'mercadopago-double' | 'none'
  /** Undefined: the gateway is another one, or the double, which has its own. */
  mercadoPago: MercadoPagoSettings | undefined
  /** From this amount, an e-Ticket names its receiver. */
  receiverFromPesos: number
  /** Undefined: maps are drawn, and load nothing from another origin. */
  tiles: { url: string; attribution: string; attributionUrl: string | undefined } | undefined
  /** The operator's words of the first start, as JSON (contract/operator.ts). */
  operatorFile: string | undefined
  /** The number of proxies in front of this process whose X-Forwarded-For is trusted. */
  trustedProxies: number
  /** Seconds for which a stopping process still accepts requests, so that a proxy learns of it first. */
  stopDelay: number
  production: boolean
  /** Demo data, demo accounts and /dev/mail: only outside production and on this machine's own address. */
  demo: boolean
  /** Undefined: there is no /metrics. */
  metricsToken: string | undefined
  /** Where errors of browsers are sent; undefined: nowhere. */
  sentry: SentryAddress | undefined
  /** Whether each request leaves a line in the log. */
  requestLog: boolean
  /** Milliseconds from which on a request leaves a warning. */
  slowRequestMs: number
  logLevel: string
}

/** Undefined: signing in with that provider is off. `issuer` is the real one except in tests. */
export type SocialSettings = {
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  /** Facebook has no issuer but two addresses: `site` for the browser, `graph` for this server. */
  facebook: { clientId: string; clientSecret: string; site: string; graph: string } | undefined
  /** `privateKey` is PEM (PKCS#8, P-256), as Apple provides it. */
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string; issuer: string } | undefined
}

/** Senda's application at Mercado Pago. `api` and `authorization` are the real ones except in tests. */
export type MercadoPagoSettings = {
  clientId: string
  clientSecret: string
  webhookSecret: string
  api: string
  authorization: string
}

/** Thrown by readSettings. The message has one line per bad variable. */
export class SettingsError extends StartError {
  override name = 'SettingsError'
}

type Problem = { name: VariableName; message: string }

/** The variables of the file, overridden by those of the process. A missing file counts as empty. */
export function readEnvironment({ file, env }: { file: string; env: NodeJS.ProcessEnv }): NodeJS.ProcessEnv {
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env
}

const environment = z.object(variables).superRefine((values, context) => {
  for (const { name, message } of [
    ...findIncompleteGroups(values),
    ...findBucketProblems(values),
    ...findGatewayProblems(values),
    ...findProductionProblems(values),
    ...findExposures(values),
  ]) {
    context.addIssue({ code: 'custom', path: [name], message })
  }
})
type Environment = z.output<z.ZodObject<typeof variables>>

/**
 * A `release` is in production without saying so, and runs in no other way.
 * @throws SettingsError that names every variable that cannot be read or, if there is none, every one that contradicts another.
 */
export function readSettings(env: NodeJS.ProcessEnv, { release = isRelease } = {}): Settings {
  // An empty variable counts as absent, as in a copied .env.example.
  const present = Object.keys(variables).flatMap((name) => {
    const value = env[name]?.trim()
    return value ? [[name, value]] : []
  })
  const { values, problems: unread } = readSecretFiles(env)
  const defaults = release ? { NODE_ENV: 'production' } : {}
  const { data, error } = environment.safeParse({ ...defaults, ...Object.fromEntries(present), ...values })
  const mayRun = !release || data?.NODE_ENV === 'production'
  if (!error && unread.length === 0 && mayRun) return toSettings(data)
  const issues = error?.issues.map(({ path, message }) => ({ name: String(path[0]), message })) ?? [
    ...(mayRun ? [] : [{ name: 'NODE_ENV', message: 'must be production: a release carries no demonstration' }]),
  ]
  const problems = issues
    // What is in a file that cannot be read is not missing.
    .filter(({ name }) => !unread.some((problem) => problem.variable === name))
    .map(({ name, message }) => {
      return `  ${name}: ${message}. (${(variables as Record<string, z.ZodType>)[name]?.description})`
    })
  const lines = [...unread.map(({ variable, message }) => `  ${variable}_FILE: ${message}.`), ...problems]
  throw new SettingsError(`These environment variables need a correction:\n${lines.join('\n')}`)
}

const bucketGroup: VariableName[] = ['BACKUP_S3_REGION', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY']

/** Settings that only work together. */
const groups = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
  ['TILES_URL', 'TILES_ATTRIBUTION'],
  bucketGroup,
  ['MERCADO_PAGO_CLIENT_ID', 'MERCADO_PAGO_CLIENT_SECRET', 'MERCADO_PAGO_WEBHOOK_SECRET'],
] as const satisfies VariableName[][]

function findIncompleteGroups(values: Environment): Problem[] {
  return groups.flatMap((names) => {
    const missing = names.filter((name) => values[name] === undefined)
    if (missing.length === names.length) return []
    return missing.map((name) => ({ name, message: `is missing: ${names.join(', ')} only work together` }))
  })
}

function findBucketProblems(values: Environment): Problem[] {
  const needing = [
    ...(values.BACKUP_DIR !== undefined && isBucketAddress(values.BACKUP_DIR) ? ['BACKUP_DIR'] : []),
    ...(values.BACKUP_S3_ENDPOINT === undefined ? [] : ['BACKUP_S3_ENDPOINT']),
  ]
  // Of an incomplete group, each missing one is named by itself.
  if (needing.length === 0 || bucketGroup.some((name) => values[name] !== undefined)) return []
  return bucketGroup.map((name) => ({ name, message: `is missing: needed by ${needing.join(' and ')}` }))
}

function findGatewayProblems({ PAYMENT_GATEWAY, MERCADO_PAGO_CLIENT_ID }: Environment): Problem[] {
  if (PAYMENT_GATEWAY !== 'mercadopago' || MERCADO_PAGO_CLIENT_ID !== undefined) return []
  return [{ name: 'MERCADO_PAGO_CLIENT_ID', message: 'is missing, and PAYMENT_GATEWAY=mercadopago needs it' }]
}

function findProductionProblems(values: Environment): Problem[] {
  if (values.NODE_ENV !== 'production') return []
  const problems: Problem[] = []
  if (values.PUBLIC_URL === undefined) {
    problems.push({ name: 'PUBLIC_URL', message: 'is missing, and the links in mails need it in production' })
  }
  if (values.DATABASE_URL !== undefined && values.SECRET_KEY === undefined) {
    const message =
      'is missing, and without it another process of the same database would not accept the sessions of this one'
    problems.push({ name: 'SECRET_KEY', message })
  }
  if (values.RECORD_KEYS === undefined) {
    const message = 'is missing, and without it no clinical record can be encrypted or read'
    problems.push({ name: 'RECORD_KEYS', message })
  }
  if (values.SOCIAL_TEST_ISSUER !== undefined) {
    problems.push({ name: 'SOCIAL_TEST_ISSUER', message: 'is not allowed in production' })
  }
  if (values.MERCADO_PAGO_URL !== undefined) {
    problems.push({ name: 'MERCADO_PAGO_URL', message: 'is not allowed in production' })
  }
  if (values.PAYMENT_GATEWAY === 'mercadopago-double') {
    problems.push({ name: 'PAYMENT_GATEWAY', message: 'cannot be the double in production' })
  }
  return problems
}

/** The demo accounts have a public password, so other machines must not reach them, not even through a proxy. */
function findExposures({ NODE_ENV, HOST, PUBLIC_URL, TRUSTED_PROXIES }: Environment): Problem[] {
  if (NODE_ENV === 'production') return []
  const danger = 'outside production there are demo accounts with a public password'
  const problems: Problem[] = []
  if (!isOwnHost(HOST)) {
    const remedy = 'use HOST=127.0.0.1 or, for a real service, NODE_ENV=production'
    problems.push({ name: 'HOST', message: `other machines can reach ${HOST}, and ${danger}: ${remedy}` })
  }
  // What is no URL is named for that, and this check runs beside it.
  if (PUBLIC_URL !== undefined && URL.canParse(PUBLIC_URL) && !isOwnHost(new URL(PUBLIC_URL).hostname)) {
    const remedy = 'leave it empty or, for a real service, use NODE_ENV=production'
    problems.push({ name: 'PUBLIC_URL', message: `other machines can reach ${PUBLIC_URL}, and ${danger}: ${remedy}` })
  }
  if (TRUSTED_PROXIES > 0) {
    const remedy = 'use 0 or, for a real service, NODE_ENV=production'
    problems.push({ name: 'TRUSTED_PROXIES', message: `other machines come through a proxy, and ${danger}: ${remedy}` })
  }
  return problems
}

function toSettings(values: Environment): Settings {
  const { HOST: host, PORT: port } = values
  const production = values.NODE_ENV === 'production'
  return {
    port,
    host,
    dataDir: values.DATA_DIR,
    minFreeDisk: values.MIN_FREE_DISK,
    backups: {
      dir: values.BACKUP_DIR,
      time: values.BACKUP_TIME,
      keep: values.BACKUP_KEEP,
      bucket: toBucketSettings(values),
    },
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    secretKey: values.SECRET_KEY,
    recordKeys: values.RECORD_KEYS,
    publicUrl: values.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    requireEmailConfirmation: values.REQUIRE_EMAIL_CONFIRMATION,
    allowedRedirects: values.ALLOWED_REDIRECTS ?? [],
    social: toSocialSettings(values),
    captcha: toCaptchaSettings(values),
    gateway: values.PAYMENT_GATEWAY ?? (production ? 'none' : 'simulado'),
    mercadoPago: toMercadoPagoSettings(values),
    receiverFromPesos: values.RECEIVER_FROM_PESOS,
    tiles: toTileSettings(values),
    operatorFile: values.OPERATOR_FILE,
    trustedProxies: values.TRUSTED_PROXIES,
    stopDelay: values.STOP_DELAY,
    production,
    demo: !production && isOwnHost(host),
    metricsToken: values.METRICS_TOKEN,
    sentry: values.SENTRY_DSN,
    requestLog: values.REQUEST_LOG === 'on',
    slowRequestMs: values.SLOW_REQUEST,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

function toSocialSettings(values: Environment): SocialSettings {
  const testIssuer = values.SOCIAL_TEST_ISSUER
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET } = values
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = values
  return {
    google:
      GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
        ? {
            clientId: GOOGLE_CLIENT_ID,
            clientSecret: GOOGLE_CLIENT_SECRET,
            issuer: testIssuer ?? 'https://accounts.google.com',
          }
        : undefined,
    facebook:
      FACEBOOK_CLIENT_ID && FACEBOOK_CLIENT_SECRET
        ? {
            clientId: FACEBOOK_CLIENT_ID,
            clientSecret: FACEBOOK_CLIENT_SECRET,
            site: testIssuer ?? 'https://www.facebook.com',
            graph: testIssuer ?? 'https://graph.facebook.com',
          }
        : undefined,
    apple:
      APPLE_CLIENT_ID && APPLE_TEAM_ID && APPLE_KEY_ID && APPLE_PRIVATE_KEY
        ? {
            clientId: APPLE_CLIENT_ID,
            teamId: APPLE_TEAM_ID,
            keyId: APPLE_KEY_ID,
            privateKey: APPLE_PRIVATE_KEY,
            issuer: testIssuer ?? 'https://appleid.apple.com',
          }
        : undefined,
  }
}

function toBucketSettings({
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_REGION: region,
  BACKUP_S3_ACCESS_KEY: accessKey,
  BACKUP_S3_SECRET_KEY: secretKey,
}: Environment) {
  return region && accessKey && secretKey ? { endpoint, region, accessKey, secretKey, retryMs: secondMs } : undefined
}

function toCaptchaSettings({
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_SITE_KEY: siteKey,
  CAPTCHA_SECRET: secret,
}: Environment) {
  return provider && siteKey && secret ? { provider, siteKey, secret } : undefined
}

function toMercadoPagoSettings(values: Environment): MercadoPagoSettings | undefined {
  const { MERCADO_PAGO_CLIENT_ID, MERCADO_PAGO_CLIENT_SECRET, MERCADO_PAGO_WEBHOOK_SECRET, MERCADO_PAGO_URL } = values
  if (!MERCADO_PAGO_CLIENT_ID || !MERCADO_PAGO_CLIENT_SECRET || !MERCADO_PAGO_WEBHOOK_SECRET) return undefined
  return {
    clientId: MERCADO_PAGO_CLIENT_ID,
    clientSecret: MERCADO_PAGO_CLIENT_SECRET,
    webhookSecret: MERCADO_PAGO_WEBHOOK_SECRET,
    api: MERCADO_PAGO_URL ?? 'https://api.mercadopago.com',
    authorization: MERCADO_PAGO_URL ?? 'https://auth.mercadopago.com',
  }
}

function toTileSettings({ TILES_URL, TILES_ATTRIBUTION, TILES_ATTRIBUTION_URL }: Environment) {
  if (!TILES_URL || !TILES_ATTRIBUTION) return undefined
  return { url: TILES_URL, attribution: TILES_ATTRIBUTION, attributionUrl: TILES_ATTRIBUTION_URL }
}
