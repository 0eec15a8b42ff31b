import { beforeEach, describe, expect, test } from 'vitest'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { buildService } from '#server/testing/builders.ts'
import { buildDocuments, type Documents } from '#server/testing/documents.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { expireChecks } from './expire-checks.ts'

let platform: TestPlatform
let documents: Documents
beforeEach(async () => {
  platform = await testPlatform()
  documents = await buildDocuments(platform)
})

const complianceOf = async () =>
  (
    await platform.db
      .selectFrom('center_profiles')
      .select('compliance_status')
      .where('id', '=', documents.centerId)
      .executeTakeFirstOrThrow()
  ).compliance_status

describe('an approved document that expires', () => {
  const expire = () => expireChecks(platform)

  test('does not keep those of other centres when it cannot be expired', async () => {
    const centers = [await buildService(platform), await buildService(platform), await buildService(platform)]
    const ids = centers.map(() => newId())
    const now = platform.clock.now()
    const approved = { status: 'approved', expiry_date: '2026-11-30', checked_at: now }
    const check = { check_type: 'license', ...approved, created_at: now }
    const rows = centers.map(({ centerId }, n) => ({ ...check, id: ids[n] ?? '', center_id: centerId }))
    await platform.db.insertInto('compliance_checks').values(rows).execute()
    const accept = await refuseRow(platform.db, { table: 'compliance_checks', value: ids[1] ?? '' })
    const statuses = async () => {
      const checks = await platform.db.selectFrom('compliance_checks').select(['id', 'status']).execute()
      return ids.map((id) => checks.find((row) => row.id === id)?.status)
    }
    platform.clock.set(new Date('2026-12-02T12:00:00Z'))
    await expect(expire()).rejects.toThrow('could not be expired')
    expect(await statuses()).toEqual(['expired', 'approved', 'expired'])
    await accept()
    await expire()
    expect(await statuses()).toEqual(['expired', 'expired', 'expired'])
  })

  test('is approved on its last day in Montevideo and expired on the next day', async () => {
    const { id } = await documents.uploaded()
    await documents.approve(id, '2026-11-30')
    await buildService(platform, { centerId: documents.centerId })
    platform.clock.set(new Date('2026-12-01T02:59:00Z'))
    await expire()
    expect((await documents.list())[0]?.status).toBe('approved')
    platform.clock.set(new Date('2026-12-01T03:00:00Z'))
    await expire()
    await expire()
    expect((await documents.list())[0]?.status).toBe('expired')
    expect(await complianceOf()).toBe('non_compliant')
    const actions = await platform.db
      .selectFrom('moderation_actions')
      .where('target_id', '=', id)
      .select(['moderator_id', 'action_type', 'details'])
      .execute()
    expect(actions).toEqual([{ moderator_id: null, action_type: 'expire', details: { expiryDate: '2026-11-30' } }])
    const mails = await listMails(platform, { limit: 10 })
    expect(mails.map(({ subject }) => subject)).toEqual(['Venció un documento de tu centro'])
    expect(mails[0]?.text).toContain('El 30 de noviembre de 2026 venció la habilitación')
    expect(mails[0]?.text).toContain('ni recibe reservas nuevas')
  })

  test('does not remove the badge while another document of its type is valid', async () => {
    await documents.approve((await documents.uploaded()).id, '2026-11-30')
    await documents.approve((await documents.uploaded()).id, '2027-11-30')
    platform.clock.set(new Date('2026-12-02T12:00:00Z'))
    await expire()
    expect((await documents.list()).map(({ status }) => status).toSorted()).toEqual(['approved', 'expired'])
    expect(await complianceOf()).toBe('compliant')
  })

  test.for([
    ['license', 'appointments.not_bookable'],
    ['insurance', undefined],
  ] as const)('of type %s makes a booking on the next day respond with %s', async ([type, refusal]) => {
    const { id } = await documents.uploaded({ type })
    await documents.approve(id, '2026-11-30')
    const { serviceId } = await buildService(platform, { centerId: documents.centerId })
    platform.clock.set(new Date('2026-12-01T12:00:00Z'))
    const hold = () =>
      holdAppointment(platform, {
        caller: { userId: undefined, visitorKey: newId() },
        address: 'test',
        serviceId,
        startsAt: new Date('2026-12-03T13:00:00Z'),
        place: 'center',
      }).then(
        () => undefined,
        ({ code }) => code,
      )
    await expire()
    expect(await hold()).toBe(refusal)
  })

  test('leaves documents without an expiry date or without approval unchanged', async () => {
    const permanent = await documents.uploaded()
    await documents.approve(permanent.id, null)
    const pending = await documents.uploaded({ expiryDate: '2026-11-21' })
    platform.clock.set(new Date('2030-01-01T12:00:00Z'))
    await expire()
    const statuses = Object.fromEntries((await documents.list()).map(({ id, status }) => [id, status]))
    expect(statuses).toEqual({ [permanent.id]: 'approved', [pending.id]: 'pending' })
  })
})
