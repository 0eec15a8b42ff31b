import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { zone } from '#contract/calendar.ts'
import { listActionsOf, verifyRecord } from '#server/features/moderation/usecases/record-action.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, localDay } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildCenter, buildMember, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { allowPromotions, buildPromotion } from '#server/testing/promotions.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { releaseExpiredUses } from '../usecases/apply-promotion.ts'
import { promotionsRoutes } from './promotions.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const clientFor = (userId: string) => justRead(platform, clientOf(platform, promotionsRoutes, userId))
const dayFromNow = (days: number) => localDay({ instant: new Date(start.getTime() + days * dayMs), zone })
const later = (hours: number) => clock.set(new Date(clock.now().getTime() + hours * hourMs))

const fields = {
  code: 'verano 26',
  name: 'Verano',
  description: null,
  discountType: 'percentage',
  discountValue: 20,
  maximumCents: null,
  minimumCents: 0,
  usageLimit: null,
  perPersonLimit: 1,
  startsOn: null,
  validUntil: null,
  isPublic: false,
} as const

async function staffClient(role: 'moderator' | 'admin' = 'moderator') {
  const { userId } = await buildAccount(platform, { fullName: 'Equipo' })
  return staffClientOf(userId, role)
}

function staffClientOf(userId: string, role: 'moderator' | 'admin') {
  const authenticate = () => Promise.resolve(actorOf([role], userId))
  return justRead(platform, clientOf(platform, promotionsRoutes, { bearer: userId, authenticate }))
}

const ofSenda = { ...fields, centerId: null, maximumCents: 100_000, usageLimit: 50, reason: 'Campaña de verano.' }

async function givenPromotion(input: Omit<Parameters<typeof buildPromotion>[1], 'centerId'> = {}) {
  const { centerId } = await buildCenter(platform)
  const patientId = await newPatient(centerId)
  const { promotionId, code } = await buildPromotion(platform, { centerId, ...input })
  return { centerId, patientId, promotionId, code, patient: clientFor(patientId), center: clientFor(centerId) }
}

/** A patient who can apply the promotions of the centre. */
async function newPatient(centerId: string): Promise<string> {
  const { patientId } = await buildPatient(platform)
  await allowPromotions(platform, { patientId, centerId })
  return patientId
}

const usedCount = async (promotionId: string) =>
  (await db.selectFrom('promotions').where('id', '=', promotionId).select('used_count').executeTakeFirstOrThrow())
    .used_count

describe('creating a promotion', () => {
  test('upper-cases its code, fills the defaults, and lists it with its figures', async () => {
    const { centerId } = await buildCenter(platform)
    const created = await clientFor(centerId).create({ ...fields, centerId })
    expect(created).toMatchObject({
      code: 'VERANO26',
      center: { id: centerId },
      state: 'active',
      minimumCents: 0,
      usedCount: 0,
      validUntil: null,
      figures: { reserved: 0, consumed: 0, discountCents: 0, orderCents: 0, newPatients: 0 },
    })
    expect((await clientFor(centerId).list({ centerId })).items).toEqual([created])
  })

  test('is for the owner of a centre and for staff; a patient and a receptionist are refused', async () => {
    const { centerId } = await buildCenter(platform)
    const { patientId } = await buildPatient(platform)
    const { userId: reception } = await buildMember(platform, { centerId, role: 'reception' })
    const patient = clientFor(patientId)
    await expect(patient.create({ ...fields, centerId: null })).rejects.toEqual(withCode('promotions.forbidden'))
    await expect(patient.create({ ...fields, centerId })).rejects.toEqual(withCode('promotions.not_found'))
    await expect(patient.list({})).rejects.toEqual(withCode('promotions.forbidden'))
    await expect(clientFor(reception).create({ ...fields, centerId })).rejects.toEqual(withCode('promotions.forbidden'))
    const staff = await staffClient()
    expect(await staff.create({ ...ofSenda, code: 'SENDA' })).toMatchObject({ center: null })
    expect((await staff.list({})).items.map(({ code }) => code)).toContain('SENDA')
  })

  test('of Senda above $ 1.000 a use is for administrators, and each is recorded with its author and its reason', async () => {
    const [moderator, admin] = [await staffClient(), await staffClient('admin')]
    const generous = { ...ofSenda, code: 'GENEROSA', maximumCents: 100_001 }
    for (const each of [generous, { ...generous, maximumCents: null }])
      await expect(moderator.create(each)).rejects.toEqual(withCode('promotions.admin_only'))
    const { reason: _reason, ...silent } = generous
    await expect(admin.create(silent)).rejects.toMatchObject({ data: { fields: [{ path: 'reason' }] } })
    const { id: promotionId, can } = await admin.create(generous)
    expect(can).toEqual({ activate: true })
    await admin.update({ promotionId, isActive: false })
    await expect(moderator.update({ promotionId, isActive: true })).rejects.toEqual(withCode('promotions.admin_only'))
    const [listed] = (await moderator.list({})).items.filter(({ id }) => id === promotionId)
    expect(listed).toMatchObject({ isActive: false, can: { activate: false } })
    const actions = await listActionsOf(platform, { targetType: 'promotion', targetId: promotionId, limit: 10 })
    expect(actions.map(({ actionType, reason, moderatorName }) => ({ actionType, reason, moderatorName }))).toEqual([
      { actionType: 'pause', reason: 'Deja de ofrecerse.', moderatorName: 'Equipo' },
      { actionType: 'create', reason: 'Campaña de verano.', moderatorName: 'Equipo' },
    ])
    const actor = actorOf(['admin'], actions[0]?.moderatorId ?? '')
    await undoAction(platform, { actor, actionId: actions[0]?.id ?? '', reason: 'Fue un error.' })
    const [restored] = (await moderator.list({})).items.filter(({ id }) => id === promotionId)
    expect(restored).toMatchObject({ isActive: true })
    expect((await verifyRecord(db)).fault).toBeUndefined()
  })

  test.each([
    ['without a limit of uses', { usageLimit: null, perPersonLimit: 100 }],
    ['that takes off more than $ 50.000 in all', { usageLimit: 51 }],
  ])('of Senda %s is for administrators, also when a moderator raises the limit later', async (_, change) => {
    const [moderator, admin] = [await staffClient(), await staffClient('admin')]
    const code = `T${newId().slice(-8)}`
    await expect(moderator.create({ ...ofSenda, ...change, code })).rejects.toEqual(withCode('promotions.admin_only'))
    const { id: promotionId } = await moderator.create({ ...ofSenda, code })
    const { usageLimit } = change
    const raise = { promotionId, usageLimit, reason: 'Más usos.' }
    await expect(moderator.update(raise)).rejects.toEqual(withCode('promotions.admin_only'))
    expect(await admin.update(raise)).toMatchObject({ usageLimit })
  })

  describe('of Senda by a moderator', () => {
    const refused = withCode('promotions.admin_only')
    const total = (usageLimit: number) => ({ ...ofSenda, usageLimit, code: `T${newId().slice(-10)}` })

    test('is summed with their others of 24 hours, and above $ 50.000 it is for administrators', async () => {
      const [moderator, colleague, admin] = [await staffClient(), await staffClient(), await staffClient('admin')]
      const { id: promotionId } = await moderator.create(total(30))
      await expect(moderator.create(total(21))).rejects.toEqual(refused)
      const { id: secondId } = await moderator.create(total(20))
      await expect(moderator.create(total(1))).rejects.toEqual(refused)
      await colleague.create(total(50))
      await admin.create(total(51))
      // Its own uses are summed once, and raising its limit by a little is still too much.
      await moderator.update({ promotionId, name: 'Otro nombre', reason: 'Mejor nombre.' })
      await expect(moderator.update({ promotionId, usageLimit: 31, reason: 'Más usos.' })).rejects.toEqual(refused)
      await moderator.update({ promotionId: secondId, isActive: false })
      await moderator.create(total(20))
      await expect(moderator.update({ promotionId: secondId, isActive: true })).rejects.toEqual(refused)
      const [listed] = (await moderator.list({})).items.filter(({ id }) => id === secondId)
      expect(listed?.can).toEqual({ activate: false })
      platform.clock.advance(dayMs)
      await moderator.create(total(50))
      platform.clock.advance(-dayMs)
    })

    test('at the same time as another one does not leave that out of the sum', async () => {
      const moderator = await staffClient()
      const outcomes = await Promise.allSettled([total(30), total(30), total(30)].map((each) => moderator.create(each)))
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    })

    test.each([
      ['stopped', { isActive: false }],
      ['limited further', { usageLimit: 45, reason: 'Menos usos.' }],
      ['ended earlier', { validUntil: dayFromNow(2), reason: 'Termina antes.' }],
      ['named differently', { name: 'Otro nombre', reason: 'Mejor nombre.' }],
      ['taken off the list', { isPublic: false, reason: 'Solo con el código.' }],
    ])("is not a colleague's that they have %s", async (_, change) => {
      const [moderator, colleague] = [await staffClient(), await staffClient()]
      const offer = { ...total(50), isPublic: true, validUntil: dayFromNow(9) }
      const { id: promotionId } = await colleague.create(offer)
      const setUsed = (used_count: number) =>
        db.updateTable('promotions').set({ used_count }).where('id', '=', promotionId).execute()
      await setUsed(40)
      await moderator.update({ promotionId, ...change })
      expect(await moderator.create(total(50))).toMatchObject({ usageLimit: 50 })
      await setUsed(0)
    })

    test.each([
      ['offer again', { isActive: true }, { isActive: false }],
      ['allow more often', { usageLimit: 31, reason: 'Más usos.' }],
      ['prolong', { validUntil: dayFromNow(20), reason: 'Termina después.' }],
      ['publish', { isPublic: true, reason: 'A la vista.' }],
    ])("is a colleague's, too, that they %s", async (_, change, before?: object) => {
      const [moderator, colleague] = [await staffClient(), await staffClient()]
      const { id: promotionId } = await colleague.create({ ...total(30), validUntil: dayFromNow(9) })
      if (before) await colleague.update({ promotionId, ...before })
      await moderator.update({ promotionId, ...change })
      await expect(moderator.create(total(21))).rejects.toEqual(refused)
    })

    test("is not a colleague's whose raised limit they undo", async () => {
      const admin = await staffClient('admin')
      const { userId } = await buildAccount(platform, { fullName: 'Equipo' })
      const [moderator, actor] = [staffClientOf(userId, 'moderator'), actorOf(['moderator'], userId)]
      const { id: promotionId } = await admin.create(total(40))
      await admin.update({ promotionId, usageLimit: 90, reason: 'Más usos.' })
      const [raise] = await listActionsOf(platform, { targetType: 'promotion', targetId: promotionId, limit: 1 })
      await undoAction(platform, { actor, actionId: raise?.id ?? '', reason: 'Fue un error.' })
      expect(await moderator.create(total(50))).toMatchObject({ usageLimit: 50 })
    })

    test('that an undone pause offers again is summed, too', async () => {
      const [moderator, admin] = [await staffClient(), await staffClient('admin')]
      const { id: promotionId } = await admin.create(total(30))
      await moderator.update({ promotionId, isActive: false })
      await moderator.create(total(30))
      const [pause] = await listActionsOf(platform, { targetType: 'promotion', targetId: promotionId, limit: 1 })
      const actor = actorOf(['moderator'], pause?.moderatorId ?? '')
      const undo = undoAction(platform, { actor, actionId: pause?.id ?? '', reason: 'Fue un error.' })
      await expect(undo).rejects.toEqual(refused)
    })
  })

  test.each(['verano26', ' VERANO 26 ', 'ver-ano26'])('is refused for the taken code %j', async (code) => {
    const { centerId } = await buildCenter(platform)
    await buildPromotion(platform, { centerId, code: 'VERANO26' }).catch(() => undefined)
    const copy = clientFor(centerId).create({ ...fields, code, centerId })
    await expect(copy).rejects.toEqual(withCode('promotions.code_taken'))
  })

  test('is refused for a code that looks like another one', async () => {
    const { centerId } = await buildCenter(platform)
    const client = clientFor(centerId)
    await client.create({ ...fields, code: 'SOLO10', centerId })
    await expect(client.create({ ...fields, code: 'S0L010', centerId })).rejects.toEqual(
      withCode('promotions.code_taken'),
    )
    await expect(client.create({ ...fields, code: 'SOIO1O', centerId })).rejects.toEqual(
      withCode('promotions.code_taken'),
    )
  })

  test.each([
    ['a code with an accent', { code: 'CAÑA10' }],
    ['a code of two letters', { code: 'AB' }],
    ['a code of a megabyte', { code: 'A'.repeat(1_000_000) }],
    ['an empty name', { name: '  ' }],
    ['0 %', { discountValue: 0 }],
    ['-5 %', { discountValue: -5 }],
    ['101 %', { discountValue: 101 }],
    ['12.55 %', { discountValue: 12.55 }],
    ['an amount as text', { discountValue: '12,50' as unknown as number }],
    ['an amount as text with a point', { discountValue: '12.50' as unknown as number }],
    ['an infinite amount', { discountType: 'fixed_amount' as const, discountValue: Number.POSITIVE_INFINITY }],
    ['10^12', { discountType: 'fixed_amount' as const, discountValue: 1e12 }],
    ['1e309', { discountType: 'fixed_amount' as const, discountValue: Number('1e309') }],
    ['a negative minimum', { minimumCents: -1 }],
    ['a maximum discount of 0', { maximumCents: 0 }],
    ['a limit of 0 uses', { usageLimit: 0 }],
    ['a limit per person of 1000', { perPersonLimit: 1000 }],
    ['an end before its start', { startsOn: '2026-12-02', validUntil: '2026-12-01' }],
    ['a day that does not exist', { validUntil: '2026-02-30' }],
  ])('is refused with %s', async (_, change) => {
    const { centerId } = await buildCenter(platform)
    const creation = clientFor(centerId).create({ ...fields, ...change, centerId })
    await expect(creation).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('is refused with an end before today, when it begins today', async () => {
    const { centerId } = await buildCenter(platform)
    const creation = clientFor(centerId).create({ ...fields, code: 'AYER', validUntil: '2000-01-01', centerId })
    await expect(creation).rejects.toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'validUntil', message: 'El final no puede ser anterior al comienzo' }] },
    })
  })

  test.each(['', '   ', null])('stores the description %j as null', async (description) => {
    const { centerId } = await buildCenter(platform)
    const client = clientFor(centerId)
    const created = await client.create({ ...fields, code: `D${newId().slice(-8)}`, description, centerId })
    expect(created.description).toBeNull()
    const named = { promotionId: created.id, description: 'Para conocernos' }
    expect((await client.update(named)).description).toBe('Para conocernos')
    expect((await client.update({ ...named, description })).description).toBeNull()
  })

  test('ends after its last day, in Montevideo', async () => {
    const { centerId } = await buildCenter(platform)
    const dates = { startsOn: '2026-12-01', validUntil: '2026-12-01', code: 'UNDIA' }
    const created = await clientFor(centerId).create({ ...fields, ...dates, centerId })
    expect(created).toMatchObject({ startsOn: '2026-12-01', validUntil: '2026-12-01' })
    const row = await db
      .selectFrom('promotions')
      .where('id', '=', created.id)
      .select(['starts_at', 'valid_until'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      starts_at: new Date('2026-12-01T03:00:00Z'),
      valid_until: new Date('2026-12-02T03:00:00Z'),
    })
  })
})

describe('changing a promotion', () => {
  test('activates and deactivates it, and publishes it', async () => {
    const { promotionId, center, patient } = await givenPromotion()
    expect(await center.update({ promotionId, isPublic: true })).toMatchObject({ isPublic: true, state: 'active' })
    expect((await patient.published({})).items.map(({ id }) => id)).toContain(promotionId)
    expect(await center.update({ promotionId, isActive: false })).toMatchObject({ state: 'inactive' })
    expect((await patient.published({})).items.map(({ id }) => id)).not.toContain(promotionId)
  })

  test('refuses a limit below the uses so far, and an end before its start', async () => {
    const { promotionId, center, centerId, code, patient } = await givenPromotion({ perPersonLimit: 3 })
    await patient.apply({ code, orderCents: 10_000 })
    const other = clientFor(await newPatient(centerId))
    await other.apply({ code, orderCents: 10_000 })
    await expect(center.update({ promotionId, usageLimit: 1 })).rejects.toMatchObject({
      code: 'promotions.limit_below_used',
      data: { usedCount: 2 },
    })
    await expect(center.update({ promotionId, validUntil: '2000-01-01' })).rejects.toEqual(withCode('request.invalid'))
    expect(await center.update({ promotionId, usageLimit: 2 })).toMatchObject({ usageLimit: 2, state: 'used_up' })
  })

  test('is refused to every other account', async () => {
    const { promotionId, patient } = await givenPromotion()
    const otherCenter = clientFor((await buildCenter(platform)).centerId)
    for (const client of [patient, otherCenter]) {
      await expect(client.update({ promotionId, isActive: false })).rejects.toEqual(withCode('promotions.not_found'))
    }
    const staff = await staffClient()
    await expect(staff.update({ promotionId, isActive: false })).rejects.toEqual(withCode('promotions.not_found'))
  })
})

describe('validating a code', () => {
  test('returns the discount, without reserving anything', async () => {
    const { code, promotionId, patient } = await givenPromotion({ discountValue: 15, maximumCents: 1000 })
    const valid = await patient.validate({ code: code.toLowerCase(), orderCents: 5000 })
    const promotion = { promotionId, promotionName: 'Primavera' }
    expect(valid).toMatchObject({ ...promotion, valid: true, discountCents: 750, finalCents: 4250, error: null })
    expect(await patient.validate({ code, orderCents: 150_000 })).toMatchObject({ discountCents: 1000 })
    expect(await usedCount(promotionId)).toBe(0)
  })

  test('finds a code with look-alike letters, spaces and hyphens', async () => {
    const { patient } = await givenPromotion({ code: 'HOLA10' })
    for (const typed of ['hola10', 'H O L A 1 0', 'HOLA-1O', 'h0iaIO']) {
      expect(await patient.validate({ code: typed, orderCents: 1000 })).toMatchObject({ valid: true })
    }
  })

  test.each([
    ['an unknown code', {}, 'NOEXISTE', 'Ese código no existe. Revísalo y vuelve a probar.'],
    ['an amount below the minimum', { minimumCents: 200_000 }, undefined, 'Vale a partir de $\u00a02.000.'],
    ['an amount that gives no discount', { discountValue: 1 }, undefined, 'Para ese monto no hay descuento.'],
  ])('says why %s is not valid', async (_, input, typed, error) => {
    const { code, patient } = await givenPromotion(input)
    const orderCents = 'discountValue' in input ? 10 : 10_000
    const result = await patient.validate({ code: typed ?? code, orderCents })
    expect(result).toMatchObject({ valid: false, discountCents: 0, finalCents: orderCents, error })
  })

  test.each([0, -100, 1.5, 1e12, Number('1e309'), '12,50' as unknown as number])(
    'refuses the amount %j',
    async (orderCents) => {
      const { code, patient } = await givenPromotion()
      await expect(patient.validate({ code, orderCents })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    },
  )

  test('is limited per account, so that codes cannot be guessed', async () => {
    const { patient } = await givenPromotion()
    for (let attempt = 0; attempt < 60; attempt += 1) await patient.validate({ code: `X${attempt}Y`, orderCents: 100 })
    await expect(patient.validate({ code: 'XYZ', orderCents: 100 })).rejects.toEqual(withCode('request.too_many'))
  })
})

describe('applying a promotion', () => {
  test('reserves it for 30 minutes; repeating it returns the same reservation', async () => {
    const { code, promotionId, patient } = await givenPromotion()
    const use = await patient.apply({ code, orderCents: 100_000 })
    expect(use).toMatchObject({ status: 'reserved', discountCents: 10_000, can: { release: true } })
    expect(new Date(use.expiresAt).getTime() - new Date(use.reservedAt).getTime()).toBe(hourMs / 2)
    expect((await patient.apply({ code, orderCents: 100_000 })).id).toBe(use.id)
    expect(await usedCount(promotionId)).toBe(1)
    expect((await patient.uses({})).items).toEqual([use])
  })

  test('from fifty tabs reserves it once', async () => {
    const { code, promotionId, patient } = await givenPromotion({ usageLimit: 10, perPersonLimit: 5 })
    const uses = await Promise.all(Array.from({ length: 50 }, () => patient.apply({ code, orderCents: 5000 })))
    expect(new Set(uses.map(({ id }) => id)).size).toBe(1)
    expect(await usedCount(promotionId)).toBe(1)
  })

  test('never exceeds the limit: the other patients are refused with the reason', async () => {
    const { code, promotionId, centerId } = await givenPromotion({ usageLimit: 5 })
    const people = await Promise.all(Array.from({ length: 25 }, () => newPatient(centerId)))
    const outcomes = await Promise.allSettled(
      people.map((patientId) => clientFor(patientId).apply({ code, orderCents: 5000 })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      expect(outcome.reason).toMatchObject({
        code: 'promotions.invalid',
        message: 'Promoción inválida',
        data: { reason: 'Esta promoción llegó a su límite de usos.' },
      })
    }
    expect(await usedCount(promotionId)).toBe(5)
    expect(await verifyLedger(db)).toEqual([])
  })

  test('is reported by verify-ledger when it breaks a limit of its promotion', async () => {
    const { code, patient, promotionId } = await givenPromotion({ maximumCents: 500, minimumCents: 1000 })
    const { id } = await patient.apply({ code, orderCents: 50_000 })
    expect(await verifyLedger(db)).toEqual([])
    await sql`update promotion_usage set slot = 2, discount_applied = 501, order_amount = 999 where id = ${id}`.execute(
      db,
    )
    expect(await verifyLedger(db)).toEqual(
      [
        'is of an order below the 1000 cents of its promotion',
        'is use 2 of a person who has 1',
        'takes off more than the 500 cents of its promotion',
      ].map((fault) => ({ table: 'promotion_usage', id, fault })),
    )
    await sql`delete from promotion_usage where id = ${id}`.execute(db)
    expect((await verifyLedger(db)).map(({ fault }) => fault)).toEqual([
      'counts 1 uses, but 0 are reserved or consumed',
    ])
    await sql`update promotions set used_count = 0 where id = ${promotionId}`.execute(db)
  })

  test('is applied once more, when other tabs of the person find that the first use was paid with in between', async () => {
    const { code, promotionId, patient, patientId } = await givenPromotion({ perPersonLimit: 2 })
    const { appointmentId } = await buildAppointment(platform, { patientId })
    const paying = db.transaction().execute(async (tx) => {
      // Until it commits, the other tabs wait for this use and find its slot taken.
      const { id } = await tx
        .insertInto('promotion_usage')
        .values({
          ...{ id: newId(), promotion_id: promotionId, user_id: patientId, slot: 1, status: 'consumed' },
          ...{ order_amount: 150_000, discount_applied: 0, appointment_id: appointmentId },
          ...{ reserved_at: clock.now(), expires_at: clock.now(), ended_at: clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`update promotions set used_count = 1 where id = ${promotionId}`.execute(tx)
      const tabs = Promise.all(Array.from({ length: 5 }, () => patient.apply({ code, orderCents: 5000 })))
      await sleep(300)
      return { id, tabs }
    })
    const { id, tabs } = await paying
    const uses = new Set((await tabs).map((use) => use.id))
    expect(uses.size).toBe(1)
    expect(uses).not.toContain(id)
  })

  test('is refused when the promotion was deactivated or ended after its validation', async () => {
    const { code, promotionId, patient, center } = await givenPromotion({ days: 1 })
    expect(await patient.validate({ code, orderCents: 5000 })).toMatchObject({ valid: true })
    await center.update({ promotionId, isActive: false })
    await expect(patient.apply({ code, orderCents: 5000 })).rejects.toMatchObject({
      data: { reason: 'Esta promoción no está activa.' },
    })
    await center.update({ promotionId, isActive: true })
    later(25)
    await expect(patient.apply({ code, orderCents: 5000 })).rejects.toMatchObject({
      data: { reason: 'Esta promoción ya terminó.' },
    })
    clock.set(start)
  })

  test('is undone when the patient releases it, and another patient can then apply it', async () => {
    const { code, promotionId, patient, centerId } = await givenPromotion({ usageLimit: 1 })
    const { id: useId } = await patient.apply({ code, orderCents: 5000 })
    const other = clientFor(await newPatient(centerId))
    await expect(other.apply({ code, orderCents: 5000 })).rejects.toEqual(withCode('promotions.invalid'))
    await expect(other.release({ useId })).rejects.toEqual(withCode('promotions.use_not_found'))
    expect(await patient.release({ useId })).toMatchObject({ status: 'released' })
    expect(await patient.release({ useId })).toMatchObject({ status: 'released' })
    expect(await usedCount(promotionId)).toBe(0)
    expect(await other.apply({ code, orderCents: 5000 })).toMatchObject({ status: 'reserved' })
  })

  test('needs a verified address, and reserves nothing for others', async () => {
    const { code, promotionId, patient, patientId } = await givenPromotion({ usageLimit: 1 })
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', patientId).execute()
    await expect(patient.apply({ code, orderCents: 5000 })).rejects.toEqual(withCode('promotions.unverified'))
    expect(await usedCount(promotionId)).toBe(0)
  })

  test('needs an unpaid appointment in which the code is valid', async () => {
    const { code, promotionId, patient, patientId } = await givenPromotion()
    const refused = async () => {
      await expect(patient.apply({ code, orderCents: 5000 })).rejects.toEqual(withCode('promotions.no_appointment'))
      expect(await usedCount(promotionId)).toBe(0)
    }
    await db
      .updateTable('appointments')
      .set({ status: 'cancelled', cancelled_at: clock.now(), cancelled_by: 'patient' })
      .where('patient_id', '=', patientId)
      .execute()
    await refused()
    const { appointmentId } = await buildAppointment(platform, { patientId })
    // At another centre.
    await refused()
    const everywhere = await buildPromotion(platform, { centerId: null, createdBy: patientId })
    expect(await patient.apply({ code: everywhere.code, orderCents: 5000 })).toMatchObject({ status: 'reserved' })
    await db.updateTable('appointments').set({ booked_by: 'center' }).where('id', '=', appointmentId).execute()
    const another = await buildPromotion(platform, { centerId: null, createdBy: patientId })
    await expect(patient.apply({ code: another.code, orderCents: 5000 })).rejects.toEqual(
      withCode('promotions.no_appointment'),
    )
  })

  test('that is deactivated afterwards keeps its reservation until the 30 minutes end, and no other begins', async () => {
    const { code, promotionId, patient, center } = await givenPromotion({ usageLimit: 3 })
    const { id } = await patient.apply({ code, orderCents: 5000 })
    await center.update({ promotionId, isActive: false })
    expect((await patient.apply({ code, orderCents: 5000 })).id).toBe(id)
    expect(await patient.validate({ code, orderCents: 5000 })).toMatchObject({ valid: true })
    later(0.6)
    await expect(patient.apply({ code, orderCents: 5000 })).rejects.toMatchObject({
      data: { reason: 'Esta promoción no está activa.' },
    })
    expect(await usedCount(promotionId)).toBe(0)
    expect(await verifyLedger(db)).toEqual([])
    clock.set(start)
  })

  test('cannot be reserved for longer, which the database refuses', async () => {
    const { code, patient } = await givenPromotion()
    const { id } = await patient.apply({ code, orderCents: 5000 })
    const longer = sql`update promotion_usage set expires_at = expires_at + interval '1 minute' where id = ${id}`
    await expect(longer.execute(db)).rejects.toMatchObject({ constraint: 'promotion_usage_brief' })
  })

  test('is released with the others when one of them cannot be released', async () => {
    const given = [await givenPromotion(), await givenPromotion(), await givenPromotion()]
    for (const { code, patient } of given) await patient.apply({ code, orderCents: 5000 })
    const counts = () => Promise.all(given.map(({ promotionId }) => usedCount(promotionId)))
    const accept = await refuseRow(db, { table: 'promotions', value: given[0]?.promotionId ?? '' })
    later(0.6)
    await releaseExpiredUses(platform)
    expect(await counts()).toEqual([1, 0, 0])
    await accept()
    await releaseExpiredUses(platform)
    expect(await counts()).toEqual([0, 0, 0])
    clock.set(start)
  })

  test('expires after 30 minutes: the job releases it, and the patient can apply it again', async () => {
    const { code, promotionId, patient } = await givenPromotion({ usageLimit: 1 })
    const { id } = await patient.apply({ code, orderCents: 5000 })
    later(0.6)
    expect((await patient.uses({})).items[0]).toMatchObject({ id, status: 'expired', can: { release: false } })
    expect((await patient.apply({ code, orderCents: 5000 })).id).not.toBe(id)
    expect(await usedCount(promotionId)).toBe(1)
    later(0.6)
    await releaseExpiredUses(platform)
    expect(await usedCount(promotionId)).toBe(0)
    expect((await patient.uses({})).items.map(({ status }) => status)).toEqual(['expired', 'expired'])
    expect(await verifyLedger(db)).toEqual([])
    clock.set(start)
  })
})
