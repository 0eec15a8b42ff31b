import { safe } from '@orpc/server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { telehealthConsent } from '#contract/telehealth.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { decideTelehealthRoutes } from '#server/processes/decide-telehealth.ts'
import { buildAppointment, buildMember, buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { telehealthRoutes } from './telehealth.routes.ts'

const platform = await testPlatform()
const routes = { ...telehealthRoutes, ...decideTelehealthRoutes.telehealth }
const as = (userId: string) => clientOf(platform, { telehealth: routes }, userId).telehealth
const link = 'https://meet.example/sala-de-ana'
const { version: textVersion } = telehealthConsent

const codeOf = async (call: Promise<unknown>) => {
  const { error } = await safe(call)
  return (error as { code?: string } | null)?.code
}

/** A virtual appointment that starts in an hour, of a patient who has confirmed their address. */
async function buildVirtual({
  isProven = true,
  ...input
}: Parameters<typeof buildAppointment>[1] & { isProven?: boolean } = {}) {
  const startsAt = new Date(platform.clock.now().getTime() + hourMs)
  const appointment = await buildAppointment(platform, { place: 'online', startsAt, ...input })
  await platform.db
    .updateTable('professionals')
    .set({ video_link: link })
    .where('id', '=', appointment.professionalId)
    .execute()
  const { appointmentId, centerId, patientId } = appointment
  if (isProven) await verifyEmail(platform, { userId: patientId })
  return {
    ...appointment,
    own: () => as(patientId).get({ appointmentId }),
    decide: (decision: 'given' | 'revoked', version: string = textVersion) =>
      as(patientId).decide({ appointmentId, decision, textVersion: version }),
    desk: (userId: string) => as(userId).getAtDesk({ centerId, appointmentId }),
  }
}

describe('the link of a virtual appointment', () => {
  test('is shown to a patient with consent and to the centre from 15 minutes before until 30 minutes after, and not earlier', async () => {
    const { own, decide, desk, centerId } = await buildVirtual()
    await decide('given')
    expect(await own()).toMatchObject({ link: null, hasLink: true, consent: { decision: 'given', textVersion } })
    platform.clock.advance(45 * minuteMs - 1)
    for (const early of [await own(), await desk(centerId)]) expect(JSON.stringify(early)).not.toContain('meet.example')
    platform.clock.advance(1)
    expect((await own()).link).toBe(link)
    expect(await desk(centerId)).toMatchObject({ link, hasAccount: true, consent: { decision: 'given' } })
    platform.clock.advance(15 * minuteMs + hourMs + 30 * minuteMs)
    expect((await own()).link).toBe(link)
    platform.clock.advance(1)
    expect([(await own()).link, (await desk(centerId)).link]).toEqual([null, null])
  })

  test('is not shown to a patient before the consent or after its revocation, while the centre sees it', async () => {
    const { own, decide, desk, centerId } = await buildVirtual()
    platform.clock.advance(50 * minuteMs)
    expect(await own()).toMatchObject({ link: null, consent: null, can: { give: true, revoke: false } })
    expect((await desk(centerId)).link).toBe(link)
    expect(await decide('given')).toMatchObject({ link, can: { give: false, revoke: true } })
    expect(await decide('revoked')).toMatchObject({ link: null, consent: { decision: 'revoked' }, can: { give: true } })
    expect(await desk(centerId)).toMatchObject({ link, consent: { decision: 'revoked' } })
  })

  test('is not shown to an account whose address is not confirmed, as it is the room of every patient', async () => {
    const { own, decide, desk, centerId, patientId } = await buildVirtual({ isProven: false })
    platform.clock.advance(50 * minuteMs)
    expect(await decide('given')).toMatchObject({ link: null, hasLink: true, isAddressProven: false })
    expect((await desk(centerId)).link).toBe(link)
    await verifyEmail(platform, { userId: patientId })
    expect(await own()).toMatchObject({ link, isAddressProven: true })
  })

  test('is not shown for a request that the centre has not confirmed, nor for a cancelled appointment', async () => {
    for (const status of ['pending', 'cancelled'] as const) {
      const { own, desk, centerId } = await buildVirtual({ status })
      platform.clock.advance(50 * minuteMs)
      expect([(await own()).link, (await desk(centerId)).link]).toEqual([null, null])
      platform.clock.advance(-50 * minuteMs)
    }
  })
})

describe('the consent', () => {
  test('is stored at each decision with the version of the text, and a repeated decision is stored once', async () => {
    const { decide, appointmentId, patientId } = await buildVirtual()
    await decide('revoked')
    for (const decision of ['given', 'given', 'revoked', 'revoked', 'given'] as const) await decide(decision)
    const rows = await platform.db
      .selectFrom('telehealth_consents')
      .where('appointment_id', '=', appointmentId)
      .orderBy('id')
      .select(['decision', 'text_version', 'user_id'])
      .execute()
    expect(rows.map(({ decision }) => decision)).toEqual(['given', 'revoked', 'given'])
    expect(rows[0]).toMatchObject({ text_version: textVersion, user_id: patientId })
    const change = sql`update telehealth_consents set decision = 'given' where appointment_id = ${appointmentId}`
    await expect(change.execute(platform.db)).rejects.toThrow(/never changed/)
  })

  test('names the text that the patient read, and an older text is refused', async () => {
    const { decide } = await buildVirtual()
    expect(await codeOf(decide('given', '2020-01'))).toBe('telehealth.text_changed')
    await decide('given')
    expect(await decide('revoked', '2020-01')).toMatchObject({ consent: { decision: 'revoked', textVersion } })
  })

  test('cannot be given when the appointment is over, cancelled or not virtual', async () => {
    const over = await buildVirtual()
    platform.clock.advance(2 * hourMs)
    expect(await codeOf(over.decide('given'))).toBe('telehealth.over')
    const cancelled = await buildVirtual({ status: 'cancelled' })
    expect(await codeOf(cancelled.decide('given'))).toBe('telehealth.over')
    const atCenter = await buildVirtual({ place: 'center' })
    expect(await codeOf(atCenter.decide('given'))).toBe('telehealth.not_virtual')
    expect(await codeOf(atCenter.own())).toBe('telehealth.not_virtual')
  })
})

test('another patient, another centre and a colleague are refused; reception, the professional and the owner see the link', async () => {
  const service = await buildService(platform)
  const { centerId, professionalId } = service
  const { desk, appointmentId, patientId } = await buildVirtual(service)
  platform.clock.advance(50 * minuteMs)
  const { patientId: stranger } = await buildPatient(platform)
  expect(await codeOf(as(stranger).get({ appointmentId }))).toBe('appointments.not_found')
  expect(await codeOf(as(centerId).get({ appointmentId }))).toBe('appointments.not_found')
  const request = as(stranger).decide({ appointmentId, decision: 'given', textVersion })
  expect(await codeOf(request)).toBe('appointments.not_found')
  expect(await codeOf(desk(stranger))).toBe('centers.not_found')
  expect(await codeOf(desk(patientId))).toBe('centers.not_found')
  const member = async (role: 'reception' | 'professional', id?: string) =>
    (await buildMember(platform, { centerId, role, ...(id && { professionalId: id }) })).userId
  const colleague = (await buildService(platform, { centerId })).professionalId
  expect(await codeOf(desk(await member('professional', colleague)))).toBe('appointments.not_found')
  for (const userId of [centerId, await member('reception'), await member('professional', professionalId)]) {
    expect((await desk(userId)).link).toBe(link)
  }
})
