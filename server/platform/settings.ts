import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'

import { brand } from '#contract/brand.ts'
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
  /** How many proxies in front of us may be believed about the visitor's address. */
  trustedProxies: number
  production: boolean
  /** Demo data, demo accounts and /dev/mail: only outside production and on this machine's own address. */
  demo: boolean
  logLevel: string
}

/** Thrown by readSettings. The message has one Spanish line per bad variable. */
export class SettingsError extends StartError {
  override name = 'SettingsError'
}

type Reading<T> = { value: T } | { problem: string }
type Variable<T> = {
  /** One Spanish sentence, shown beside a problem and in .env.example. */
  sentence: string
  /** Said in words where it follows from other variables. */
  default: string
  read(text: string): Reading<T>
}

/** Characters of SECRET_KEY. */
export const secretMinLength = 32

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const readText = (text: string): Reading<string> => ({ value: text })

function readSecretKey(text: string): Reading<string> {
  return text.length >= secretMinLength
    ? { value: text }
    : { problem: `debe tener al menos ${secretMinLength} caracteres` }
}

function readInteger(range: { min: number; max: number }): (text: string) => Reading<number> {
  return (text) => {
    const value = Number(text)
    const inRange = /^\d+$/.test(text) && value >= range.min && value <= range.max
    return inRange ? { value } : { problem: `debe ser un número entero de ${range.min} a ${range.max}` }
  }
}

function readOneOf(choices: readonly string[]): (text: string) => Reading<string> {
  return (text) => (choices.includes(text) ? { value: text } : { problem: `debe ser uno de: ${choices.join(', ')}` })
}

function readUrl(protocols: readonly string[]): (text: string) => Reading<string> {
  return (text) => {
    const known = protocols.some((protocol) => text.startsWith(`${protocol}://`))
    const problem = `debe ser una dirección que empiece con ${protocols.map((p) => `${p}://`).join(' o ')}`
    return known && URL.canParse(text) ? { value: text } : { problem }
  }
}

function readOrigin(text: string): Reading<string> {
  const url = readUrl(['http', 'https'])(text)
  if ('problem' in url) return url
  const { origin, pathname, search, hash } = new URL(text)
  if (pathname !== '/' || search || hash) return { problem: 'debe ser solo protocolo, dominio y puerto, sin ruta' }
  return { value: origin }
}

function readBoolean(text: string): Reading<boolean> {
  if (text === 'true' || text === '1') return { value: true }
  if (text === 'false' || text === '0') return { value: false }
  return { problem: 'debe ser true o false' }
}

/** Every environment variable that Senda reads, in the order of .env.example. */
export const variables = {
  PORT: { sentence: 'Puerto en el que escucha.', default: '3000', read: readInteger({ min: 1, max: 65_535 }) },
  HOST: {
    sentence: 'Dirección en la que escucha; fuera de producción, solo una de esta misma máquina.',
    default: '127.0.0.1',
    read: readText,
  },
  DATA_DIR: {
    sentence: 'Carpeta de los datos: la base de datos incluida y los archivos subidos.',
    default: './data',
    read: (text) => ({ value: resolve(text) }),
  },
  DATABASE_URL: {
    sentence: 'Un PostgreSQL propio, versión 15 o posterior; sin ella se inicia el que viene incluido.',
    default: 'vacía: PostgreSQL incluido',
    read: readUrl(['postgres', 'postgresql']),
  },
  SECRET_KEY: {
    sentence:
      'Secreto de 32 caracteres o más que comparten los procesos de una misma base de datos; obligatorio en producción con DATABASE_URL.',
    default: 'vacía: se genera una vez y queda en DATA_DIR/secret.key',
    read: readSecretKey,
  },
  PUBLIC_URL: {
    sentence: 'Dirección con la que las personas llegan a Senda; obligatoria en producción.',
    default: 'http://HOST:PORT',
    read: readOrigin,
  },
  SMTP_URL: {
    sentence: 'Servidor de correo saliente; sin ella los correos quedan en la base de datos.',
    default: 'vacía: no se envía correo',
    read: readUrl(['smtp', 'smtps']),
  },
  MAIL_FROM: {
    sentence: 'Remitente de los correos.',
    default: `${brand.name} <no-reply@${brand.email.split('@')[1]}>`,
    read: readText,
  },
  REQUIRE_EMAIL_CONFIRMATION: {
    sentence: 'Si quien se registra debe confirmar su correo antes de entrar.',
    default: 'false',
    read: readBoolean,
  },
  TRUSTED_PROXIES: {
    sentence: 'Cantidad de proxies propios delante de Senda, para conocer la dirección real de cada visita.',
    default: '0',
    read: readInteger({ min: 0, max: 10 }),
  },
  LOG_LEVEL: {
    sentence: 'Nivel del registro: trace, debug, info, warn, error, fatal o silent.',
    default: 'info en producción, warn fuera de ella',
    read: readOneOf(levels),
  },
  NODE_ENV: {
    sentence: 'production para un servicio real; fuera de ella hay cuentas y datos de demostración.',
    default: 'development',
    read: readOneOf(['development', 'test', 'production']),
  },
} satisfies Record<string, Variable<unknown>>

type VariableName = keyof typeof variables

/** The variables of the file, overridden by those of the process. A missing file counts as empty. */
export function readEnvironment(o: { file: string; env: NodeJS.ProcessEnv }): NodeJS.ProcessEnv {
  return existsSync(o.file) ? { ...parseEnv(readFileSync(o.file, 'utf8')), ...o.env } : o.env
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
    complain('PUBLIC_URL', 'falta, y en producción los enlaces de los correos dependen de ella')
  }
  const databaseUrl = read<string | undefined>('DATABASE_URL', variables.DATABASE_URL, undefined)
  if (production && databaseUrl !== undefined && !env.SECRET_KEY?.trim()) {
    complain(
      'SECRET_KEY',
      'falta, y sin ella otro proceso de la misma base de datos no reconocería las sesiones de este',
    )
  }
  if (!production && !isLoopback(host)) {
    complain(
      'HOST',
      `${host} se ve desde otras máquinas, y fuera de producción hay cuentas de demostración con contraseña conocida: ` +
        'usa HOST=127.0.0.1 o, para un servicio real, NODE_ENV=production',
    )
  }
  // A proxy in front of a loopback address shows it to others just the same.
  if (!production && publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) {
    complain(
      'PUBLIC_URL',
      `${publicUrl} se ve desde otras máquinas, y fuera de producción hay cuentas de demostración con contraseña conocida: ` +
        'déjala vacía o, para un servicio real, usa NODE_ENV=production',
    )
  }

  const trustedProxies = read('TRUSTED_PROXIES', variables.TRUSTED_PROXIES, 0)
  if (!production && trustedProxies > 0) {
    complain(
      'TRUSTED_PROXIES',
      'un proxy delante muestra a otras máquinas las cuentas de demostración, que tienen contraseña conocida: ' +
        'usa 0 o, para un servicio real, NODE_ENV=production',
    )
  }

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
    trustedProxies,
    production,
    demo: !production && isLoopback(host),
    logLevel: read('LOG_LEVEL', variables.LOG_LEVEL, production ? 'info' : 'warn'),
  }
  if (problems.length > 0) throw new SettingsError(`Hay variables de entorno que corregir:\n${problems.join('\n')}`)
  return settings
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}
