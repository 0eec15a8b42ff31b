import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'

import type { Role } from '#contract/roles.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { newId } from '#server/platform/ids.ts'
import { openBody } from '#server/platform/mail-body.ts'
import { requireSecret } from '#server/platform/secrets.ts'
import { goodPassword } from '#server/testing/auth-service.ts'
import { codeOf } from '#server/testing/authenticator.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { runAdmin, startSenda } from '#server/testing/processes.ts'

describe('npm run admin, with a database of its own', { timeout: 60_000 }, async () => {
  const platform = await testPlatform()
  const { db } = platform
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://senda.example',
    DATABASE_URL: platform.databaseUrl,
    SECRET_KEY: 'x'.repeat(40),
  }
  const admin = (...words: string[]) => runAdmin({ words, env })
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

  test.for([
    [[], 0],
    [['toString', 'a@example.uy'], 1],
    [['grant'], 1],
    [['rotate-keys', 'all'], 1],
  ] as const)('%j shows what there is', async ([words, code]) => {
    const { said, code: ended } = await admin(...words)
    expect(ended).toBe(code)
    expect(said).toMatch(/^Uso: npm run admin -- <orden>\n/)
    for (const name of ['grant CORREO', 'revoke CORREO', 'remove-second-factor CORREO', 'rotate-keys']) {
      expect(said).toContain(name)
    }
  })

  test('grant adds the role beside the others, says what is missing, and tells the person', async () => {
    const { email, userId } = await account(['center'])
    const first = await admin('grant', ` ${email.toUpperCase()} `)
    expect(first).toEqual({
      code: 0,
      said: expect.stringContaining(
        `${email} ahora administra Senda.\nEn producción hace falta además el segundo factor`,
      ),
    })
    expect(first.said).toContain('https://senda.example/account')
    expect(await rolesOf(userId)).toEqual(['admin', 'center'])
    expect(await admin('grant', email)).toEqual({ code: 0, said: expect.stringContaining('ya administra Senda') })
    expect(await mailsTo(email)).toEqual([{ kind: 'accounts.administrator_named' }])
  })

  test('grant refuses an address without an account, one that is none, and one that nobody confirmed', async () => {
    const unknown = await admin('grant', 'nadie@example.uy')
    expect(unknown.code).toBe(1)
    expect(unknown.said).toContain('No hay ninguna cuenta con la dirección nadie@example.uy. Regístrala primero')
    expect(await admin('grant', 'nadie')).toEqual({ code: 1, said: '«nadie» no es una dirección de correo.\n' })

    const { email, userId } = await account()
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
    const unconfirmed = await admin('grant', email)
    expect([unconfirmed.code, unconfirmed.said]).toEqual([1, expect.stringContaining('Nadie confirmó todavía')])
    expect(await rolesOf(userId)).toEqual(['patient'])
    const atHome = { ...env, NODE_ENV: 'development', PUBLIC_URL: '' }
    expect((await runAdmin({ words: ['grant', email], env: atHome })).code).toBe(0)
    expect(await rolesOf(userId)).toEqual(['admin', 'patient'])
  })

  test('grant refuses an account that is shut out or half registered', async () => {
    const [banned, pending] = [await account(), await account()]
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', banned.userId).execute()
    await db.updateTable('users').set({ registration_pending: true }).where('id', '=', pending.userId).execute()
    expect(await admin('grant', banned.email)).toEqual({
      code: 1,
      said: expect.stringContaining('suspendida o cerrada'),
    })
    expect(await admin('grant', pending.email)).toEqual({
      code: 1,
      said: expect.stringContaining('no completó su registro'),
    })
  })

  test('revoke leaves one administrator, also when two are revoked at once', async () => {
    await db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
    const [one, other] = [await account(['patient', 'admin']), await account(['admin'])]
    const outcomes = await Promise.all([admin('revoke', one.email), admin('revoke', other.email)])
    expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(outcomes.map(({ said }) => said).join()).toContain('es la única cuenta que administra Senda')
    const left = await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
    expect(left).toHaveLength(1)
    const dismissed = left[0]?.user_id === one.userId ? other : one
    expect(await mailsTo(dismissed.email)).toEqual([{ kind: 'accounts.administrator_dismissed' }])
    expect(await admin('revoke', dismissed.email)).toEqual({ code: 0, said: expect.stringContaining('no administra') })
    expect((await admin('revoke', 'nadie@example.uy')).code).toBe(1)
  })

  test('revoke counts nobody who is shut out', async () => {
    await db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
    const [one, banned] = [await account(['admin']), await account(['admin'])]
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', banned.userId).execute()
    expect((await admin('revoke', one.email)).code).toBe(1)
    expect((await admin('revoke', banned.email)).code).toBe(0)
  })

  test('remove-second-factor says when there is none', async () => {
    const { email } = await account()
    expect(await admin('remove-second-factor', email)).toEqual({ code: 0, said: `${email} no tiene segundo factor.\n` })
    expect((await admin('remove-second-factor', 'nadie@example.uy')).code).toBe(1)
  })

  test('a bad setting or a database that is away is said in a sentence', async () => {
    const bad = await runAdmin({ words: ['rotate-keys'], env: { ...env, PORT: 'tres' } })
    expect([bad.code, bad.said]).toEqual([1, expect.stringContaining('PORT')])
    const away = await runAdmin({
      words: ['rotate-keys'],
      env: { ...env, DATABASE_URL: 'postgres://n:p@127.0.0.1:1/x' },
    })
    expect([away.code, away.said]).toEqual([1, expect.stringMatching(/^No se pudo abrir la base de datos: /m)])
    expect(away.said).not.toContain('n:p')
  })
})

describe('npm run admin, with the PostgreSQL that comes along', { timeout: 90_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'senda-admin-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://senda.example', DATA_DIR: dataDir }
  const admin = (...words: string[]) => runAdmin({ words, env })

  test('where Senda never ran, nothing is made', async () => {
    const nowhere = join(dataDir, 'nowhere')
    const { code, said } = await runAdmin({ words: ['rotate-keys'], env: { ...env, DATA_DIR: nowhere } })
    expect([code, said]).toEqual([1, `En ${nowhere} no hay datos de Senda. Revisa DATA_DIR, o inicia Senda una vez.\n`])
    expect(existsSync(nowhere)).toBe(false)
  })

  test('makes the first administrator of a running Senda, and goes on working when it is stopped', async () => {
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

    expect(await admin('grant', email)).toEqual({ code: 1, said: expect.stringContaining('Nadie confirmó todavía') })
    const postgres = new pg.Client(`postgresql://postgres@localhost/postgres?host=${encodeURIComponent(sockets)}`)
    await postgres.connect()
    const { rows } = await postgres.query<{ sealed_body: Buffer; key_id: string }>('select * from outbound_mails')
    await postgres.end()
    const secret = requireSecret({ dataDir, secretKey: undefined })
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
      said: expect.stringContaining('La clave nueva firma desde las'),
    })
    expect(await admin('rotate-keys')).toEqual({ code: 0, said: expect.stringContaining('Ya hay una clave nueva') })
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
    expect(await admin('grant', email)).toEqual({ code: 0, said: expect.stringContaining('ya administra Senda') })
    expect(await admin('revoke', email)).toEqual({ code: 1, said: expect.stringContaining('la única cuenta') })
    expect(existsSync(join(dataDir, 'pg18/postmaster.pid'))).toBe(false)
  })
})
