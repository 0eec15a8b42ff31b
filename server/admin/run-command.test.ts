import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'

import type { Role } from '#contract/roles.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { newId } from '#server/platform/ids.ts'
import { openBody } from '#server/platform/mail-body.ts'
import { requireSecret } from '#server/platform/secrets.ts'
import { readSettings } from '#server/platform/settings.ts'
import { goodPassword } from '#server/testing/auth-service.ts'
import { codeOf } from '#server/testing/authenticator.ts'
import { buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { runAdmin, startSenda, testRecordKeys } from '#server/testing/processes.ts'
import { runCommand } from './run-command.ts'

describe('an operator’s command, with DATABASE_URL', async () => {
  const platform = await testPlatform()
  const { db } = platform
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://senda.example',
    DATABASE_URL: platform.databaseUrl,
    SECRET_KEY: 'x'.repeat(40),
    RECORD_KEYS: testRecordKeys,
    LOG_LEVEL: 'silent',
  }
  const inProcess = (words: readonly string[], variables: NodeJS.ProcessEnv) =>
    runCommand({ words, settings: () => readSettings(variables) })
  const admin = (...words: string[]) => inProcess(words, env)
  async function account(roles: readonly [Role, ...Role[]] = ['patient']): Promise<{ email: string; userId: string }> {
    const email = `${newId()}@example.uy`
    const userId = await createAccount(platform, { email, fullName: 'Ana', roles, password: null })
    if (userId === undefined) throw new Error('the address is taken')
    return { email, userId }
  }
  const rolesOf = async (userId: string) => {
    const rows = await db
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', userId)
      .orderBy('role')
      .execute()
    return rows.map((row) => row.role)
  }
  const mailsTo = (email: string) =>
    db.selectFrom('outbound_mails').select('kind').where('recipient', '=', email).execute()

  test('a command of a newer version does not migrate under the servers, unless it is asked to', async () => {
    const { rows } = await sql<{ checksum: string }>`
      delete from schema_migrations where name = '0049_hours_of_professional.sql' returning checksum`.execute(db)
    const refused = await admin('check-times')
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('0049_hours_of_professional.sql') })
    await sql`drop index weekly_hours_of_professional`.execute(db)
    expect((await admin('check-times', '--migrate')).code).toBe(0)
    const { rows: applied } = await sql`
      select checksum from schema_migrations where name = '0049_hours_of_professional.sql'`.execute(db)
    expect(applied).toEqual(rows)
  })

  test.for([
    [[], 0],
    [['toString', 'a@example.uy'], 1],
    [['grant'], 1],
    [['rotate-keys', 'all'], 1],
  ] as const)('%j lists the commands', async ([words, code]) => {
    const { output, code: ended } = await admin(...words)
    expect(ended).toBe(code)
    expect(output).toMatch(/^Usage: npm run admin -- <command>\n/)
    for (const name of ['grant EMAIL', 'revoke EMAIL', 'remove-second-factor EMAIL', 'rotate-keys']) {
      expect(output).toContain(name)
    }
  })

  test('verify-record finds an intact record', async () => {
    expect(await admin('verify-record')).toMatchObject({ code: 0, output: expect.stringContaining('intact: 0 rows') })
  })

  test('verify-ledger accepts money that agrees, and names a balance that differs from its movements', async () => {
    expect(await admin('verify-ledger')).toMatchObject({ code: 0, output: expect.stringContaining('agree') })
    const { userId } = await account()
    await db
      .insertInto('user_points')
      .values({ user_id: userId, lifetime_points: 5, updated_at: new Date(), last_movement_at: new Date() })
      .execute()
    const { code, output } = await admin('verify-ledger')
    expect(code).toBe(1)
    expect(output).toContain(`user_points ${userId} has 0 points (5 ever earned), but its movements sum to 0 (0)`)
    await db.deleteFrom('user_points').where('user_id', '=', userId).execute()
  })

  test('check-times finds a stored start time that disagrees with the hours, and repair-times computes it again', async () => {
    const { serviceId } = await buildService(platform)
    expect(await admin('check-times')).toMatchObject({ code: 0 })
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx
        .updateTable('services')
        .set({ weekly_starts: [1, 2, 3, 4, 5, 6, 7] })
        .where('id', '=', serviceId)
        .execute()
    })
    expect(await admin('check-times')).toMatchObject({ code: 1 })
    expect(await admin('repair-times')).toMatchObject({ code: 0 })
    expect(await admin('check-times')).toMatchObject({ code: 0 })
  })

  test('grant adds the role beside the others, says what is missing, and notifies the user', async () => {
    const { email, userId } = await account(['center'])
    const first = await admin('grant', ` ${email.toUpperCase()} `)
    expect(first).toEqual({
      code: 0,
      output: expect.stringContaining(`${email} now administers Senda.\nProduction also requires a second factor`),
    })
    expect(first.output).toContain('https://senda.example/account')
    expect(await rolesOf(userId)).toEqual(['admin', 'center'])
    expect(await admin('grant', email)).toEqual({
      code: 0,
      output: expect.stringContaining('administers Senda already'),
    })
    expect(await mailsTo(email)).toEqual([{ kind: 'accounts.administrator_named' }])
  })

  test('grant refuses an address without an account, an invalid address, and an unconfirmed one', async () => {
    const unknown = await admin('grant', 'nadie@example.uy')
    expect(unknown.code).toBe(1)
    expect(unknown.output).toContain('No account has the address nadie@example.uy. Register it first')
    expect(await admin('grant', 'nadie')).toEqual({ code: 1, output: '"nadie" is not an email address.' })

    const { email, userId } = await account()
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
    const unconfirmed = await admin('grant', email)
    expect([unconfirmed.code, unconfirmed.output]).toEqual([1, expect.stringContaining('is not confirmed yet')])
    expect(await rolesOf(userId)).toEqual(['patient'])
    const development = { ...env, NODE_ENV: 'development', PUBLIC_URL: '' }
    expect((await inProcess(['grant', email], development)).code).toBe(0)
    expect(await rolesOf(userId)).toEqual(['admin', 'patient'])
  })

  test('grant refuses a banned account and one with an incomplete registration', async () => {
    const [banned, pending] = [await account(), await account()]
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', banned.userId).execute()
    await db.updateTable('users').set({ registration_pending: true }).where('id', '=', pending.userId).execute()
    expect(await admin('grant', banned.email)).toEqual({
      code: 1,
      output: expect.stringContaining('suspended or closed'),
    })
    expect(await admin('grant', pending.email)).toEqual({
      code: 1,
      output: expect.stringContaining('has not completed its registration'),
    })
  })

  test('revoke leaves one administrator, even when two are revoked simultaneously', async () => {
    await db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
    const [one, other] = [await account(['patient', 'admin']), await account(['admin'])]
    const outcomes = await Promise.all([admin('revoke', one.email), admin('revoke', other.email)])
    expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(outcomes.map(({ output }) => output).join()).toContain('is the only account that administers Senda')
    const left = await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
    expect(left).toHaveLength(1)
    const dismissed = left[0]?.user_id === one.userId ? other : one
    expect(await mailsTo(dismissed.email)).toEqual([{ kind: 'accounts.administrator_dismissed' }])
    expect(await admin('revoke', dismissed.email)).toEqual({
      code: 0,
      output: expect.stringContaining('does not administer'),
    })
    expect((await admin('revoke', 'nadie@example.uy')).code).toBe(1)
  })

  test('revoke refuses the last administrator whose account is active, even when a banned one remains', async () => {
    await db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
    const [one, banned] = [await account(['admin']), await account(['admin'])]
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', banned.userId).execute()
    expect((await admin('revoke', one.email)).code).toBe(1)
    expect((await admin('revoke', banned.email)).code).toBe(0)
  })

  test('remove-second-factor reports an account that has none', async () => {
    const { email } = await account()
    expect(await admin('remove-second-factor', email)).toEqual({ code: 0, output: `${email} has no second factor.` })
    expect((await admin('remove-second-factor', 'nadie@example.uy')).code).toBe(1)
  })

  test('a bad setting, or a database that does not respond, is reported in one sentence', async () => {
    const bad = await inProcess(['rotate-keys'], { ...env, PORT: 'tres' })
    expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('PORT')])
    const unreachable = await inProcess(['rotate-keys'], { ...env, DATABASE_URL: 'postgres://n:p@127.0.0.1:1/x' })
    expect([unreachable.code, unreachable.output]).toEqual([1, expect.stringMatching(/^Cannot open the database: /m)])
    expect(unreachable.output).not.toContain('n:p')
  })
})

describe('npm run admin, with the embedded PostgreSQL', { timeout: 90_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'senda-admin-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://senda.example',
    DATA_DIR: dataDir,
    RECORD_KEYS: testRecordKeys,
  }
  const admin = (...words: string[]) => runAdmin({ words, env })

  test('in a folder where Senda never ran, a command creates nothing', async () => {
    const nowhere = join(dataDir, 'nowhere')
    const { code, output } = await runAdmin({ words: ['rotate-keys'], env: { ...env, DATA_DIR: nowhere } })
    expect([code, output]).toEqual([
      1,
      `There is no data of Senda in ${nowhere}. Check DATA_DIR, or start Senda once.\n`,
    ])
    expect(existsSync(nowhere)).toBe(false)
  })

  test('the first administrator is created while Senda runs, and commands still work once it has stopped', async () => {
    const senda = await startSenda({ env: { DATA_DIR: dataDir } })
    const sockets = readFileSync(join(dataDir, 'pg18/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    const email = 'primera@example.uy'
    const client = new AuthClient({ url: `${senda.url}/auth/v1`, autoRefreshToken: false, persistSession: false })
    expect((await client.signUp({ email, password: goodPassword })).error).toBeNull()
    const signIn = async () => (await client.signInWithPassword({ email, password: goodPassword })).data.session
    const staff = async () => {
      const { data } = await client.getSession()
      const headers = { authorization: `Bearer ${data.session?.access_token}` }
      const response = await fetch(`${senda.url}/api/v1/staff`, { headers })
      return response.ok ? 'entered' : ((await response.json()) as { code: string }).code
    }

    expect(await admin('grant', email)).toEqual({ code: 1, output: expect.stringContaining('is not confirmed yet') })
    const postgres = new pg.Client(`postgresql://postgres@localhost/postgres?host=${encodeURIComponent(sockets)}`)
    await postgres.connect()
    const { rows } = await postgres.query<{ sealed_body: Buffer; key_id: string }>('select * from outbound_mails')
    await postgres.end()
    const secret = requireSecret({ dataDir, secretKey: undefined }, { mayCreate: false })
    const body = openBody({ secret }, rows[0] ?? { sealed_body: null, key_id: null })
    if (typeof body === 'string') throw new Error(body)
    const token = body.text.match(/token=([\w-]+)/)?.[1] ?? ''
    expect((await client.verifyOtp({ type: 'signup', token_hash: token })).error).toBeNull()
    expect(await staff()).toBe('session.forbidden')

    expect((await admin('grant', email)).code).toBe(0)
    expect(await staff()).toBe('session.second_factor_missing')
    const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
    if (enrolled.error) throw enrolled.error
    const code = codeOf({ secret: enrolled.data.totp.secret, at: new Date() })
    expect((await client.mfa.challengeAndVerify({ factorId: enrolled.data.id, code })).error).toBeNull()
    expect(await staff()).toBe('entered')

    expect(await admin('rotate-keys')).toEqual({
      code: 0,
      output: expect.stringContaining('The new key signs from'),
    })
    expect(await admin('rotate-keys')).toEqual({
      code: 0,
      output: expect.stringContaining('There is a new key already'),
    })
    expect(await staff()).toBe('entered')
    expect((await admin('rotate-keys', '--emergency')).code).toBe(0)
    await vi.waitFor(async () => expect(await staff()).toBe('session.missing'), { timeout: 1000, interval: 20 })
    expect((await client.refreshSession()).error).toBeNull()
    expect(await staff()).toBe('entered')

    expect((await admin('remove-second-factor', email)).code).toBe(0)
    expect(await staff()).toBe('session.missing')
    await signIn()
    expect(await staff()).toBe('session.second_factor_missing')

    await senda.stop()
    expect(await admin('grant', email)).toEqual({
      code: 0,
      output: expect.stringContaining('administers Senda already'),
    })
    expect(await admin('revoke', email)).toEqual({ code: 1, output: expect.stringContaining('the only account') })
    expect(existsSync(join(dataDir, 'pg18/postmaster.pid'))).toBe(false)
  })
})
