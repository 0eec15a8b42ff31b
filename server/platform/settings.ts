import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'

import { isLoopback } from './addresses.ts'
import type { Variable } from './settings-readers.ts'
import { variables } from './settings-variables.ts'
import { StartError } from './start-error.ts'

export type Settings = {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** Undefined: the embedded PostgreSQL is started. */
  databaseUrl: string | undefined
  /** Undefined: the one that is kept in dataDir. */
  secretKey: string | undefined
  /** Without a trailing slash. */
  publicUrl: string
  /** Undefined: mail stays in the database. */
  smtpUrl: string | undefined
  mailFrom: string
  requireEmailConfirmation: boolean
  /** Besides publicUrl: where links of the authentication service may lead. Origin, and a path that must begin like this. */
  allowedRedirects: readonly string[]
  social: SocialSettings
  captcha: { provider: 'hcaptcha' | 'turnstile'; siteKey: string; secret: string } | undefined
  /** How many proxies in front of us may be believed about the visitor's address. */
  trustedProxies: number
  production: boolean
  /** Demo data, demo accounts and /dev/mail: only outside production and on this machine's own address. */
  demo: boolean
  logLevel: string
}

/** Undefined: people can't get in with that provider. `issuer` is the real one but in tests. */
export type SocialSettings = {
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  /** Facebook has no issuer but two addresses: `site` for people, `graph` for us. */
  facebook: { clientId: string; clientSecret: string; site: string; graph: string } | undefined
  /** `privateKey` is PEM (PKCS#8, P-256), as Apple hands it out. */
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string; issuer: string } | undefined
}

/** Thrown by readSettings. The message has one line per bad variable. */
export class SettingsError extends StartError {
  override name = 'SettingsError'
}

type VariableName = keyof typeof variables

/** The variables of the file, overridden by those of the process. A missing file counts as empty. */
export function readEnvironment({ file, env }: { file: string; env: NodeJS.ProcessEnv }): NodeJS.ProcessEnv {
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env
}

/** @throws SettingsError that names every bad variable at once. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = []
  const complain = (name: VariableName, problem: string): void => {
    problems.push(`  ${name}: ${problem}. (${variables[name].sentence})`)
  }
  /** An empty variable counts as absent, as in a copied .env.example. */
  function read<T>(name: VariableName, variable: Variable<T>, fallback: T): T {
    const text = env[name]?.trim()
    if (!text) return fallback
    const reading = variable.read(text)
    if ('value' in reading) return reading.value
    complain(name, reading.problem)
    return fallback
  }

  const production = read('NODE_ENV', variables.NODE_ENV, 'development') === 'production'
  const port = read('PORT', variables.PORT, Number(variables.PORT.default))
  const host = read('HOST', variables.HOST, variables.HOST.default)
  const publicUrl = read<string | undefined>('PUBLIC_URL', variables.PUBLIC_URL, undefined)

  if (production && !env.PUBLIC_URL?.trim()) {
    complain('PUBLIC_URL', 'is missing, and in production the links in mails depend on it')
  }
  const databaseUrl = read<string | undefined>('DATABASE_URL', variables.DATABASE_URL, undefined)
  if (production && databaseUrl !== undefined && !env.SECRET_KEY?.trim()) {
    complain(
      'SECRET_KEY',
      'is missing, and without it another process of the same database would not accept the sessions of this one',
    )
  }
  if (!production && !isOwnHost(host)) {
    complain(
      'HOST',
      `${host} is visible to other machines, and outside production there are demo accounts with a known password: ` +
        'use HOST=127.0.0.1, or NODE_ENV=production for real use',
    )
  }
  // A proxy in front of a loopback address shows it to others just the same.
  if (!production && publicUrl !== undefined && !isOwnHost(new URL(publicUrl).hostname)) {
    complain(
      'PUBLIC_URL',
      `${publicUrl} is visible to other machines, and outside production there are demo accounts with a known password: ` +
        'leave it empty, or use NODE_ENV=production for real use',
    )
  }

  const trustedProxies = read('TRUSTED_PROXIES', variables.TRUSTED_PROXIES, 0)
  if (!production && trustedProxies > 0) {
    complain(
      'TRUSTED_PROXIES',
      'a proxy shows other machines the demo accounts, which have a known password: ' +
        'use 0, or NODE_ENV=production for real use',
    )
  }

  const text = (name: VariableName): string | undefined =>
    read<string | undefined>(name, variables[name] as Variable<string>, undefined)
  /** The values of settings that only work together; undefined when none of them is there. */
  function together<Name extends VariableName>(...names: Name[]): Record<Name, string> | undefined {
    const found = names.flatMap((name) => {
      const value = text(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    if (found.length === 0) return undefined
    const missing = names.filter((name) => !env[name]?.trim())
    for (const name of missing) complain(name, `is missing: ${names.join(', ')} only work together`)
    return missing.length > 0 ? undefined : (Object.fromEntries(found) as Record<Name, string>)
  }
  const testIssuer = text('SOCIAL_TEST_ISSUER')
  if (production && testIssuer !== undefined) complain('SOCIAL_TEST_ISSUER', 'is not allowed in production')
  const google = together('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  const facebook = together('FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET')
  const apple = together('APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY')
  const captcha = together('CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET')

  const settings: Settings = {
    port,
    host,
    dataDir: read('DATA_DIR', variables.DATA_DIR, resolve(variables.DATA_DIR.default)),
    databaseUrl,
    secretKey: read<string | undefined>('SECRET_KEY', variables.SECRET_KEY, undefined),
    publicUrl: publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    smtpUrl: read<string | undefined>('SMTP_URL', variables.SMTP_URL, undefined),
    mailFrom: read('MAIL_FROM', variables.MAIL_FROM, variables.MAIL_FROM.default),
    requireEmailConfirmation: read('REQUIRE_EMAIL_CONFIRMATION', variables.REQUIRE_EMAIL_CONFIRMATION, false),
    allowedRedirects: read('ALLOWED_REDIRECTS', variables.ALLOWED_REDIRECTS, []),
    social: {
      google: google && {
        clientId: google.GOOGLE_CLIENT_ID,
        clientSecret: google.GOOGLE_CLIENT_SECRET,
        issuer: testIssuer ?? 'https://accounts.google.com',
      },
      facebook: facebook && {
        clientId: facebook.FACEBOOK_CLIENT_ID,
        clientSecret: facebook.FACEBOOK_CLIENT_SECRET,
        site: testIssuer ?? 'https://www.facebook.com',
        graph: testIssuer ?? 'https://graph.facebook.com',
      },
      apple: apple && {
        clientId: apple.APPLE_CLIENT_ID,
        teamId: apple.APPLE_TEAM_ID,
        keyId: apple.APPLE_KEY_ID,
        privateKey: apple.APPLE_PRIVATE_KEY,
        issuer: testIssuer ?? 'https://appleid.apple.com',
      },
    },
    captcha: captcha && {
      provider: captcha.CAPTCHA_PROVIDER === 'hcaptcha' ? 'hcaptcha' : 'turnstile',
      siteKey: captcha.CAPTCHA_SITE_KEY,
      secret: captcha.CAPTCHA_SECRET,
    },
    trustedProxies,
    production,
    demo: !production && isOwnHost(host),
    logLevel: read('LOG_LEVEL', variables.LOG_LEVEL, production ? 'info' : 'warn'),
  }
  if (problems.length > 0)
    throw new SettingsError(`Some environment variables need correction:\n${problems.join('\n')}`)
  return settings
}

/** As a setting or a URL names it. */
function isOwnHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))
}
