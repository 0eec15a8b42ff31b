import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

import { readEnvironment, readSettings, SettingsError } from './settings.ts'
import { secretMinLength, variables } from './settings-variables.ts'
import { listWarnings } from './settings-warnings.ts'

test('without any variable Senda is a demonstration on this machine', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: join(process.cwd(), 'data'),
    databaseUrl: undefined,
    secretKey: undefined,
    publicUrl: 'http://127.0.0.1:3000',
    smtpUrl: undefined,
    requireEmailConfirmation: false,
    operatorFile: undefined,
    trustedProxies: 0,
    production: false,
    demo: true,
    logLevel: 'warn',
  })
})

test('a release is in production, and in nothing else', () => {
  const release = { release: true }
  const env = { PUBLIC_URL: 'https://senda.example', RECORD_KEYS: `a:${Buffer.alloc(32).toString('base64')}` }
  expect(readSettings(env, release)).toMatchObject({ production: true, demo: false })
  expect(() => readSettings({}, release)).toThrow('  PUBLIC_URL: is missing')
  expect(() => readSettings({ NODE_ENV: 'development' }, release)).toThrow('  NODE_ENV: must be production')
})

test('one message names every variable that cannot be read', () => {
  const env = { PORT: '80a', DATABASE_URL: 'mysql://x', SMTP_URL: 'smtp', TRUSTED_PROXIES: '-1', LOG_LEVEL: 'loud' }
  const read = () => readSettings({ ...env, REQUIRE_EMAIL_CONFIRMATION: 'perhaps', PUBLIC_URL: 'https://a.uy/b' })
  expect(read).toThrow(SettingsError)
  for (const name of [...Object.keys(env), 'REQUIRE_EMAIL_CONFIRMATION', 'PUBLIC_URL']) {
    expect(read).toThrow(`  ${name}: `)
  }
})

test('outside production a host that other machines can reach is refused, with what to do instead', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5', '127.evil.example']) {
    expect(() => readSettings({ HOST: host })).toThrow(/demo accounts.*NODE_ENV=production/)
  }
  for (const host of ['localhost', '::1', '127.0.0.2']) expect(readSettings({ HOST: host }).demo).toBe(true)
})

test('outside production an address on the internet, or a proxy in front, is refused, with what to do instead', () => {
  for (const env of [{ PUBLIC_URL: 'https://senda.example' }, { TRUSTED_PROXIES: '1' }]) {
    expect(() => readSettings(env)).toThrow(/demo accounts.*NODE_ENV=production/)
  }
  for (const address of ['http://localhost:3000', 'http://127.0.0.1:4000', 'http://[::1]:3000']) {
    expect(readSettings({ PUBLIC_URL: address }).publicUrl).toBe(address)
  }
})

test('map tiles need their placeholders, one host and the name of their source', () => {
  const TILES_ATTRIBUTION = '© OpenStreetMap'
  expect(readSettings({ TILES_URL: 'https://tile.example/{z}/{x}/{y}{r}.png', TILES_ATTRIBUTION }).tiles).toEqual({
    url: 'https://tile.example/{z}/{x}/{y}{r}.png',
    attribution: TILES_ATTRIBUTION,
    attributionUrl: undefined,
  })
  for (const url of [
    '',
    'https://{s}.tile.example/',
    'https://{x}.tile.example/',
    'https://a:b@tile.example/',
    'data:',
  ]) {
    const TILES_URL = `${url}${url ? '{z}/{x}/{y}' : 'tile.example/{z}'}.png`
    expect(() => readSettings({ TILES_URL, TILES_ATTRIBUTION }), TILES_URL).toThrow(/TILES_URL: /)
  }
  expect(() => readSettings({ TILES_URL: 'https://tile.example/{z}/{x}/{y}.png' })).toThrow(
    /TILES_ATTRIBUTION: is missing/,
  )
  expect(readSettings({}).tiles).toBeUndefined()
})

const RECORD_KEYS = `2026a:${Buffer.alloc(32, 'k').toString('base64')}`

test('backups go to a folder or to a bucket with a region and a key, whose endpoint is optional', () => {
  const key = { BACKUP_S3_REGION: 'sa-east-1', BACKUP_S3_ACCESS_KEY: 'id', BACKUP_S3_SECRET_KEY: 'secret' }
  const bucket = { BACKUP_DIR: 's3://copias/senda/noche/', ...key }
  expect(readSettings({ ...bucket, BACKUP_S3_ENDPOINT: 'https://s3.example/' }).backups).toEqual({
    dir: 's3://copias/senda/noche',
    time: '03:00',
    keep: 7,
    bucket: {
      endpoint: 'https://s3.example',
      region: 'sa-east-1',
      accessKey: 'id',
      secretKey: 'secret',
      retryMs: 1000,
    },
  })
  // A restore needs the key, and no target of its own.
  expect(readSettings(key).backups).toMatchObject({ dir: undefined, bucket: { endpoint: undefined } })
  expect(readSettings({ BACKUP_DIR: './copias' }).backups).toMatchObject({ dir: resolve('copias'), bucket: undefined })
  for (const dir of [
    's3://',
    's3://X',
    's3://copias/../otra',
    's3://copias//a',
    'https://copias.example/a',
    'S3://copias',
  ]) {
    expect(() => readSettings({ ...bucket, BACKUP_DIR: dir }), dir).toThrow(
      'BACKUP_DIR: must be a folder or s3://bucket',
    )
  }
  const missing = () => readSettings({ BACKUP_DIR: 's3://copias', BACKUP_S3_ENDPOINT: 'https://s3.example' })
  for (const name of Object.keys(key))
    expect(missing).toThrow(`${name}: is missing: needed by BACKUP_DIR and BACKUP_S3_ENDPOINT`)
  expect(() => readSettings({ ...bucket, BACKUP_S3_SECRET_KEY: '' })).toThrow('BACKUP_S3_SECRET_KEY: is missing: ')
  expect(() => readSettings({ ...bucket, BACKUP_S3_ENDPOINT: 's3.example' })).toThrow('BACKUP_S3_ENDPOINT: ')
  expect(() => readSettings({ PUBLIC_URL: 'senda.example' })).toThrow('PUBLIC_URL: must be a URL')
})

test('production has no demonstration and requires its public address', () => {
  const production = { NODE_ENV: 'production', HOST: '0.0.0.0', RECORD_KEYS }
  expect(() => readSettings(production)).toThrow(/PUBLIC_URL: is missing/)
  expect(readSettings({ ...production, PUBLIC_URL: 'https://senda.example/' })).toMatchObject({
    production: true,
    demo: false,
    publicUrl: 'https://senda.example',
  })
  expect(readSettings({ NODE_ENV: 'production', PUBLIC_URL: 'https://senda.example', RECORD_KEYS }).demo).toBe(false)
})

test('a short secret is refused, and production with its own database requires a secret', () => {
  const secretKey = 'x'.repeat(32)
  expect(() => readSettings({ SECRET_KEY: 'x'.repeat(31) })).toThrow(/SECRET_KEY: must have at least 32/)
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://senda.example', RECORD_KEYS }
  const shared = { ...production, DATABASE_URL: 'postgres://db.example/senda' }
  expect(() => readSettings(shared)).toThrow(/SECRET_KEY: is missing/)
  expect(readSettings({ ...shared, SECRET_KEY: secretKey })).toMatchObject({ secretKey })
  expect(readSettings(production)).toMatchObject({ secretKey: undefined })
})

test.for([
  [{ GOOGLE_CLIENT_ID: 'id' }, /GOOGLE_CLIENT_SECRET: is missing/],
  [{ APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team' }, /APPLE_KEY_ID: is missing(.|\n)*APPLE_PRIVATE_KEY: is missing/],
  [{ CAPTCHA_SITE_KEY: 'key' }, /CAPTCHA_PROVIDER: is missing(.|\n)*CAPTCHA_SECRET: is missing/],
] as const)(
  'of variables that only work together, %j alone is refused and the missing ones are named',
  ([env, message]) => {
    expect(() => readSettings(env)).toThrow(message)
  },
)

test('production without a key of clinical records is refused, and so is a malformed key, which the message does not show', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://senda.example' }
  expect(() => readSettings(production)).toThrow(/RECORD_KEYS: is missing/)
  expect(readSettings({}).recordKeys).toBeUndefined()
  const key = Buffer.alloc(32, 'k').toString('base64')
  expect(readSettings({ RECORD_KEYS: `b:${key}, a:${key}` }).recordKeys?.map(({ id }) => id)).toEqual(['b', 'a'])
  for (const bad of ['a', key, `a:${key.slice(4)}`, `A:${key}`, `a:${key}:b`, `a:${key},`, `a:${key},a:${key}`]) {
    const read = () => readSettings({ RECORD_KEYS: bad })
    expect(read, bad).toThrow(/RECORD_KEYS: has /)
    expect(read, bad).not.toThrow(key.slice(0, 20))
  }
})

test('an identity provider of tests is refused in production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://senda.example', RECORD_KEYS }
  expect(() => readSettings({ ...production, SOCIAL_TEST_ISSUER: 'http://127.0.0.1:9' })).toThrow(/SOCIAL_TEST_ISSUER/)
})

test('the environment overrides the file, and an empty variable counts as absent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'senda-settings-'))
  const file = join(folder, '.env')
  writeFileSync(file, 'PORT=4000\nMAIL_FROM=Prueba <a@b.uy>\nSMTP_URL=smtp://mail.example\n')
  const settings = readSettings(readEnvironment({ file, env: { PORT: '5000', SMTP_URL: '' } }))
  rmSync(folder, { recursive: true })
  expect(settings).toMatchObject({ port: 5000, mailFrom: 'Prueba <a@b.uy>', smtpUrl: undefined })
  expect(readEnvironment({ file, env: { PORT: '5000' } })).toEqual({ PORT: '5000' })
})

test('.env.example lists every variable with its description, and is valid as it is', () => {
  const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
  expect(Object.keys(parseEnv(example)).sort()).toEqual(Object.keys(variables).sort())
  for (const { description } of Object.values(variables)) expect(example).toContain(`# ${description}`)
  expect(readSettings(parseEnv(example))).toEqual(readSettings({}))
})

test('a secret may stand in a file, and every file that cannot serve is named beside the other problems', () => {
  const folder = mkdtempSync(join(tmpdir(), 'senda-secrets-'))
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const key = 'k'.repeat(secretMinLength)
  const settings = readSettings({
    SECRET_KEY_FILE: write('key', `${key}\n`),
    SMTP_URL_FILE: write('smtp', 'smtp://user:word@mail.example\n'),
    DATABASE_URL_FILE: '',
  })
  expect(settings).toMatchObject({ secretKey: key, smtpUrl: 'smtp://user:word@mail.example', databaseUrl: undefined })

  const read = () =>
    readSettings({
      PORT: 'x',
      SECRET_KEY: key,
      SECRET_KEY_FILE: join(folder, 'key'),
      RECORD_KEYS_FILE: join(folder, 'absent'),
      SMTP_URL_FILE: write('empty', ' \n'),
      DATABASE_URL_FILE: folder,
      CAPTCHA_SECRET_FILE: write('large', 'x'.repeat(70_000)),
    })
  const said = ['PORT: ', 'SECRET_KEY_FILE: is set beside', 'RECORD_KEYS_FILE: .* cannot be read \\(ENOENT\\)']
  said.push('SMTP_URL_FILE: .* is empty', 'DATABASE_URL_FILE: .* is no file', 'CAPTCHA_SECRET_FILE: .* too large')
  for (const line of said) expect(read).toThrow(new RegExp(`\\n  ${line}`))
  expect(() => readSettings({ SMTP_URL_FILE: write('wrong', 'nonsense') })).toThrow('  SMTP_URL: ')
  rmSync(folder, { recursive: true })
})

test('in production each setting that endangers patients or leaves them without mail is named at the start', () => {
  const required = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://senda.example',
    RECORD_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}`,
  }
  const warned = (env: NodeJS.ProcessEnv) =>
    listWarnings(readSettings({ ...required, ...env })).map((text) => text.split(' ')[0])
  const safe = {
    DATABASE_URL: 'postgres://127.0.0.1/senda',
    SECRET_KEY: 'k'.repeat(secretMinLength),
    SMTP_URL: 'smtp://127.0.0.1',
    TRUSTED_PROXIES: '1',
    MAIL_FROM: 'Senda <hola@senda.example>',
    BACKUP_DIR: '/var/backups/senda',
  }
  expect(warned(safe)).toEqual([])
  expect(warned({})).toEqual(['SMTP_URL', 'TRUSTED_PROXIES', 'DATABASE_URL', 'MAIL_FROM', 'BACKUP_DIR'])
  expect(warned({ ...safe, PUBLIC_URL: 'http://senda.example', PAYMENT_GATEWAY: 'simulado' })).toEqual([
    'PUBLIC_URL',
    'PAYMENT_GATEWAY',
  ])
  expect(warned({ ...safe, HOST: '0.0.0.0' })).toEqual(['HOST'])
  const bucket = { BACKUP_S3_REGION: 'us-east-1', BACKUP_S3_ACCESS_KEY: 'id', BACKUP_S3_SECRET_KEY: 'secret' }
  expect(warned({ ...safe, ...bucket, BACKUP_S3_ENDPOINT: 'http://minio:9000' })).toEqual(['BACKUP_S3_ENDPOINT'])
  expect(listWarnings(readSettings({}))).toEqual([])
})
