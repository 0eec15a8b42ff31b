import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { buildMember, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { connectAccount, consentAt, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { paymentAccountsRoutes } from './payment-accounts.routes.ts'
import { findAccount, findConnected, purgeTokens } from './repository/payment-accounts.ts'
import { refreshDueTokens, refreshTokens } from './usecases/refresh-tokens.ts'
import { openTokens, sealTokens } from './usecases/sealed-tokens.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
const start = clock.now()
const as = (userId: string) => clientOf(platform, paymentAccountsRoutes, userId)
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

let centerId: string
beforeEach(async () => {
  clock.set(start)
  await sql`delete from payment_accounts`.execute(db)
  await sql`delete from rate_limits`.execute(db)
  centerId = (await buildService(platform)).centerId
})

const isConnected = async (id = centerId) =>
  (
    await db
      .selectFrom('center_profiles')
      .where('id', '=', id)
      .select('has_payment_account as has')
      .executeTakeFirstOrThrow()
  ).has

async function tokensOf(id: string) {
  const account = await findAccount(db, { id })
  return account?.sealedTokens ? openTokens(platform, { id, sealed: account.sealedTokens }) : undefined
}

async function connected() {
  await connectAccount(platform, { centerId })
  const account = await findConnected(db, { centerId })
  if (!account) throw new Error('not connected')
  return account
}

describe('the account of a centre', () => {
  it('is connected by its owner, named and disconnected, and the centre takes online payments only while it is connected', async () => {
    expect(await as(centerId).get({ centerId })).toMatchObject({ gatewayLabel: 'Mercado Pago', account: null })
    expect(await isConnected()).toBe(false)
    const { url } = await as(centerId).connect({ centerId })
    const consent = await consentAt(url)
    expect(await as(centerId).complete(consent)).toMatchObject({
      account: { label: 'CENTRO_DE_PRUEBA', connectedAt: start.toISOString(), lostAt: null },
      openPayments: 0,
    })
    expect(await isConnected()).toBe(true)
    expect(await as(centerId).disconnect({ centerId })).toMatchObject({ account: null })
    expect(await isConnected()).toBe(false)
  })

  it('is connected by nothing but its owner and a state that was not used, within ten minutes', async () => {
    const { url } = await as(centerId).connect({ centerId })
    const consent = await consentAt(url)
    const { userId: reception } = await buildMember(platform, { centerId, role: 'reception' })
    const { centerId: other } = await buildService(platform)
    await expect(as(reception).connect({ centerId })).rejects.toEqual(withCode('centers.owner_only'))
    await expect(as(other).connect({ centerId })).rejects.toEqual(withCode('centers.not_found'))
    await expect(as(reception).complete(consent)).rejects.toEqual(withCode('centers.owner_only'))
    await expect(as(other).complete(consent)).rejects.toEqual(withCode('centers.not_found'))
    await expect(as(centerId).complete({ ...consent, state: 'otro' })).rejects.toEqual(
      withCode('payment_accounts.unknown_request'),
    )
    await as(centerId).complete(consent)
    await expect(as(centerId).complete(consent)).rejects.toEqual(withCode('payment_accounts.unknown_request'))
    const late = await consentAt((await as(centerId).connect({ centerId })).url)
    later(11 * minuteMs)
    await expect(as(centerId).complete(late)).rejects.toEqual(withCode('payment_accounts.unknown_request'))
  })

  it('with a code that the gateway does not accept is not connected', async () => {
    const { state } = await consentAt((await as(centerId).connect({ centerId })).url)
    await expect(as(centerId).complete({ state, code: 'TG-otro' })).rejects.toEqual(
      withCode('payment_accounts.refused'),
    )
    expect(await isConnected()).toBe(false)
  })

  it('serves one centre, and another account of the same centre takes its place', async () => {
    const first = await connected()
    const { centerId: other } = await buildService(platform)
    await expect(connectAccount(platform, { centerId: other })).rejects.toEqual(withCode('payment_accounts.taken'))
    await connectAccount(platform, { centerId, seller: '55555' })
    expect(await findConnected(db, { centerId })).toMatchObject({ label: 'CONSULTORIO_DE_PRUEBA' })
    await connectAccount(platform, { centerId: other })
    expect(await tokensOf(first.id)).toBeDefined()
    await purgeTokens(db, { now: platform.clock.now() })
    expect(await tokensOf(first.id)).toBeUndefined()
  })

  it('keeps its tokens sealed', async () => {
    const { id } = await connected()
    const tokens = await tokensOf(id)
    const { rows } = await sql<{ text: string }>`select payment_accounts::text as text from payment_accounts`.execute(
      db,
    )
    const text = JSON.stringify(rows)
    expect(tokens?.accessToken).toMatch(/^APP_USR-/)
    expect(text).not.toContain(tokens?.accessToken)
    expect(text).not.toContain(Buffer.from(tokens?.accessToken ?? '').toString('hex'))
  })
})

describe('the tokens of an account', () => {
  it('are renewed a month before their end, as a pair, and not earlier', async () => {
    const { id } = await connected()
    const first = await tokensOf(id)
    later(149 * dayMs)
    await refreshDueTokens(platform)
    expect(await tokensOf(id)).toEqual(first)
    later(2 * dayMs)
    await refreshDueTokens(platform)
    const second = await tokensOf(id)
    expect(second?.accessToken).not.toBe(first?.accessToken)
    expect(second?.refreshToken).not.toBe(first?.refreshToken)
    later(151 * dayMs)
    await refreshDueTokens(platform)
    expect((await findAccount(db, { id }))?.lostAt).toBeNull()
  })

  it('are renewed once by processes that try at the same time', async () => {
    const { id } = await connected()
    const before = await tokensOf(id)
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(() => refreshTokens(platform, { id, refused: before?.accessToken ?? '' })),
    )
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await findAccount(db, { id }))?.lostAt).toBeNull()
    expect(double.state.access.has((await tokensOf(id))?.accessToken ?? '')).toBe(true)
  })

  it('stay while the gateway fails, and are renewed when it works again', async () => {
    const { id } = await connected()
    const before = await tokensOf(id)
    double.failNext(...[1, 2, 3, 4].map(() => ({ path: /oauth/, answer: { status: 503 } })))
    later(151 * dayMs)
    await refreshDueTokens(platform)
    expect(await tokensOf(id)).toEqual(before)
    await refreshDueTokens(platform)
    expect((await tokensOf(id))?.accessToken).not.toBe(before?.accessToken)
  })

  it('that the seller revoked are lost: the owner is told once, and connecting again is enough', async () => {
    const { id } = await connected()
    double.revoke('44444')
    later(151 * dayMs)
    await refreshDueTokens(platform)
    await refreshDueTokens(platform)
    expect(await isConnected()).toBe(false)
    expect(await as(centerId).get({ centerId })).toMatchObject({ account: { lostAt: clock.now().toISOString() } })
    await runJobs(platform)
    const mails = (await listAllMails(platform, { limit: 200 })).filter(
      ({ subject }) => subject === 'Tu cuenta de cobro se desconectó',
    )
    expect(mails).toHaveLength(1)
    await connectAccount(platform, { centerId })
    expect(await isConnected()).toBe(true)
    expect((await findConnected(db, { centerId }))?.id).toBe(id)
  })

  it('that the seller revoked are not lost while the owner connects again, and neither waits for the other', async () => {
    const { id } = await connected()
    const tokens = await tokensOf(id)
    double.revoke('44444')
    const locked = Promise.withResolvers<void>()
    const connecting = db.transaction().execute(async (tx) => {
      await lockCenter(tx, { centerId })
      locked.resolve()
      await setTimeout(500)
      const sealedTokens = sealTokens(platform, { id, tokens: { accessToken: '', refreshToken: '', ...tokens } })
      await tx.updateTable('payment_accounts').set({ sealed_tokens: sealedTokens }).where('id', '=', id).execute()
    })
    await locked.promise
    await expect(refreshTokens(platform, { id })).rejects.toThrow('connect the account again')
    await connecting
    expect((await findAccount(db, { id }))?.lostAt).toBeNull()
  })
})
