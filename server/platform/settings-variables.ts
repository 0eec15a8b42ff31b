import { resolve } from 'node:path'

import { brand } from '#contract/brand.ts'
import {
  readAddresses,
  readBoolean,
  readInteger,
  readOneOf,
  readOrigin,
  readPrivateKey,
  readSecretKey,
  readText,
  readUrl,
  type Variable,
} from './settings-readers.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Every environment variable that Senda reads, in the order of .env.example. */
export const variables = {
  PORT: { sentence: 'The port on which Senda listens.', default: '3000', read: readInteger({ min: 1, max: 65_535 }) },
  HOST: {
    sentence: 'The address on which Senda listens; outside production, only a loopback address.',
    default: '127.0.0.1',
    read: readText,
  },
  DATA_DIR: {
    sentence: 'The folder of the embedded database and of uploaded files.',
    default: './data',
    read: (text) => ({ value: resolve(text) }),
  },
  DATABASE_URL: {
    sentence: 'Your own PostgreSQL, version 15 or newer; without it, Senda starts the embedded one.',
    default: 'empty: the embedded PostgreSQL',
    read: readUrl(['postgres', 'postgresql']),
  },
  SECRET_KEY: {
    sentence:
      'A secret of 32 characters or more, shared by all processes of a database; required in production with DATABASE_URL.',
    default: 'empty: generated once and kept in DATA_DIR/secret.key',
    read: readSecretKey,
  },
  PUBLIC_URL: {
    sentence: 'The public address of Senda; required in production.',
    default: 'http://HOST:PORT',
    read: readOrigin,
  },
  SMTP_URL: {
    sentence: 'The SMTP server for outgoing mail; without it, mails stay in the database.',
    default: 'empty: no mail is sent',
    read: readUrl(['smtp', 'smtps']),
  },
  MAIL_FROM: {
    sentence: 'The sender of mails.',
    default: `${brand.name} <no-reply@${brand.email.split('@')[1]}>`,
    read: readText,
  },
  REQUIRE_EMAIL_CONFIRMATION: {
    sentence: 'Whether a new user has to confirm the e-mail address before signing in.',
    default: 'false',
    read: readBoolean,
  },
  ALLOWED_REDIRECTS: {
    sentence: 'Further addresses to which sign-in links may redirect, separated by commas.',
    default: 'empty: only PUBLIC_URL',
    read: readAddresses,
  },
  GOOGLE_CLIENT_ID: {
    sentence: "Senda's client id at Google, for signing in with Google.",
    default: '',
    read: readText,
  },
  GOOGLE_CLIENT_SECRET: { sentence: "Senda's client secret at Google.", default: '', read: readText },
  FACEBOOK_CLIENT_ID: {
    sentence: "Senda's app id at Facebook, for signing in with Facebook.",
    default: '',
    read: readText,
  },
  FACEBOOK_CLIENT_SECRET: { sentence: "Senda's app secret at Facebook.", default: '', read: readText },
  APPLE_CLIENT_ID: {
    sentence: "Senda's service id at Apple, for signing in with Apple.",
    default: '',
    read: readText,
  },
  APPLE_TEAM_ID: { sentence: 'The id of the developer team at Apple.', default: '', read: readText },
  APPLE_KEY_ID: { sentence: 'The id of the key from Apple.', default: '', read: readText },
  APPLE_PRIVATE_KEY: {
    sentence: 'The private key from Apple in PEM; \\n stands for a line break.',
    default: '',
    read: readPrivateKey,
  },
  SOCIAL_TEST_ISSUER: {
    sentence: 'For tests only: a provider that replaces Google, Facebook and Apple.',
    default: '',
    read: readOrigin,
  },
  CAPTCHA_PROVIDER: {
    sentence: 'The CAPTCHA provider: hcaptcha or turnstile.',
    default: 'empty: no CAPTCHA',
    read: readOneOf(['hcaptcha', 'turnstile']),
  },
  CAPTCHA_SITE_KEY: { sentence: 'The public site key of the CAPTCHA.', default: '', read: readText },
  CAPTCHA_SECRET: { sentence: 'The secret key of the CAPTCHA.', default: '', read: readText },
  TRUSTED_PROXIES: {
    sentence: "How many of your own proxies are in front of Senda; it needs this to know each visitor's address.",
    default: '0',
    read: readInteger({ min: 0, max: 10 }),
  },
  LOG_LEVEL: {
    sentence: 'The log level: trace, debug, info, warn, error, fatal or silent.',
    default: 'info in production, otherwise warn',
    read: readOneOf(levels),
  },
  NODE_ENV: {
    sentence: 'production for real use; otherwise there are demo accounts and demo data.',
    default: 'development',
    read: readOneOf(['development', 'test', 'production']),
  },
} satisfies Record<string, Variable<unknown>>
