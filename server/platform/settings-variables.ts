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
  ALLOWED_REDIRECTS: {
    sentence: 'Otras direcciones a las que pueden llevar los enlaces de acceso, separadas por comas.',
    default: 'vacía: solo PUBLIC_URL',
    read: readAddresses,
  },
  GOOGLE_CLIENT_ID: {
    sentence: 'Identificador de Senda en Google, para entrar con Google.',
    default: '',
    read: readText,
  },
  GOOGLE_CLIENT_SECRET: { sentence: 'Secreto de Senda en Google.', default: '', read: readText },
  FACEBOOK_CLIENT_ID: {
    sentence: 'Identificador de Senda en Facebook, para entrar con Facebook.',
    default: '',
    read: readText,
  },
  FACEBOOK_CLIENT_SECRET: { sentence: 'Secreto de Senda en Facebook.', default: '', read: readText },
  APPLE_CLIENT_ID: {
    sentence: 'Identificador de servicio de Senda en Apple, para entrar con Apple.',
    default: '',
    read: readText,
  },
  APPLE_TEAM_ID: { sentence: 'Identificador del equipo de desarrollo en Apple.', default: '', read: readText },
  APPLE_KEY_ID: { sentence: 'Identificador de la clave de Apple.', default: '', read: readText },
  APPLE_PRIVATE_KEY: {
    sentence: 'Clave privada de Apple en PEM; \\n vale por salto de línea.',
    default: '',
    read: readPrivateKey,
  },
  SOCIAL_TEST_ISSUER: {
    sentence: 'Solo para pruebas: un proveedor propio en lugar de Google, Facebook y Apple.',
    default: '',
    read: readOrigin,
  },
  CAPTCHA_PROVIDER: {
    sentence: 'Comprobación de que quien escribe es una persona: hcaptcha o turnstile.',
    default: 'vacía: sin comprobación',
    read: readOneOf(['hcaptcha', 'turnstile']),
  },
  CAPTCHA_SITE_KEY: { sentence: 'Clave pública de la comprobación.', default: '', read: readText },
  CAPTCHA_SECRET: { sentence: 'Secreto de la comprobación.', default: '', read: readText },
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
