import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documentActions } from '#server/features/centers/usecases/review-documents.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { actorOf } from '#server/testing/app-server.ts'
import {
  buildAccount,
  buildAppointment,
  buildCenter,
  buildLicense,
  buildPatient,
  buildService,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { listWrongFigures } from '../repository/staff-figures.ts'
import { addUpFigures } from '../usecases/read-staff-figures.ts'
import { moderationRoutes } from './moderation.ts'

const platform = await testPlatform()
const { db } = platform
const client = clientOf(platform, moderationRoutes, { bearer: 'x', authenticate: async () => actorOf(['admin']) })

async function expectFigures(expected: Partial<Awaited<ReturnType<typeof client.figures>>>): Promise<void> {
  expect(await client.figures()).toMatchObject(expected)
  expect(await listWrongFigures(db)).toEqual([])
}

test('the six figures follow accounts, centres, documents and commissions immediately, and a job adds up the changes', async () => {
  const none = { users: 0, centers: 0, unverifiedCenters: 0, paidCommissionCents: 0, monthCommissionCents: 0 }
  await expectFigures({ ...none, openDocuments: 0, at: platform.clock.now().toISOString() })
  const { patientId } = await buildPatient(platform)
  const { centerId } = await buildCenter(platform, { verified: false })
  await buildLicense(platform, { centerId, status: 'pending', fileName: 'a.pdf' })
  await expectFigures({ users: 2, centers: 1, unverifiedCenters: 1, openDocuments: 1 })
  await buildLicense(platform, { centerId, type: 'insurance', status: 'pending', fileName: null })
  await expectFigures({ openDocuments: 2 })
  await db.deleteFrom('compliance_checks').where('file_name', 'is', null).execute()

  const { id } = await db.selectFrom('compliance_checks').select('id').executeTakeFirstOrThrow()
  const { userId } = await buildAccount(platform)
  const actor = { userId, roles: ['moderator'] as const }
  const approval = { targets: [{ id, lastActionId: null }], expiryDate: null, reason: 'Vigente.' }
  await actOnEach(platform, documentActions.approve, { ...approval, actor })
  await db.updateTable('center_profiles').set({ verified: true }).execute()
  await expectFigures({ users: 3, unverifiedCenters: 0, openDocuments: 0 })

  const service = await buildService(platform, { centerId })
  const startsAt = new Date('2026-11-05T12:00:00Z')
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt, status: 'completed' })
  const now = platform.clock.now()
  await db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
  await expectFigures({ monthCommissionCents: 15_000, paidCommissionCents: 0 })
  const targets = [{ id: centerId, count: 1, commissionCents: 15_000 }]
  await settleCommissions(platform, { actorId: userId, period: 'week', reference: 'TRF-1', targets })
  await expectFigures({ paidCommissionCents: 15_000 })

  await addUpFigures(platform)
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from kept_figures`.execute(db)
  expect(rows[0]?.rows).toBe(5)
  await expectFigures({ users: 3, centers: 1, paidCommissionCents: 15_000 })
})

test('a rejected document that a newer one replaces is no longer open', async () => {
  const { openDocuments } = await client.figures()
  const { centerId } = await buildCenter(platform, { verified: false })
  await buildLicense(platform, { centerId, status: 'rejected', fileName: `${newId()}.pdf` })
  await expectFigures({ openDocuments: openDocuments + 1 })
  platform.clock.advance(1000)
  await buildLicense(platform, { centerId, status: 'pending', fileName: `${newId()}.pdf` })
  await expectFigures({ openDocuments: openDocuments + 1 })
})

test('a transaction that is rolled back changes no figure', async () => {
  const before = await client.figures()
  await db
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('center_profiles').set({ verified: false }).execute()
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await expectFigures({ unverifiedCenters: before.unverifiedCenters })
})
