import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildAppointment, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { cancelCommission } from '../repository/commissions.ts'
import { chargeCommission } from './charge-commissions.ts'
import { verifySums } from './verify-sums.ts'

const platform = await testPlatform()
const { db, clock } = platform

test('the daily sums follow every change of the commissions, and the check finds a wrong sum', async () => {
  const service = await buildService(platform)
  const appointmentIds: string[] = []
  for (const hour of [12, 13, 14, 15]) {
    const startsAt = new Date(Date.UTC(2026, 0, 5, hour))
    appointmentIds.push((await buildAppointment(platform, { ...service, startsAt, status: 'completed' })).appointmentId)
  }
  const charge = (ids: readonly string[], now = clock.now()) =>
    db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: ids, now }))
  await Promise.all(appointmentIds.map((id) => charge([id])))
  await charge(appointmentIds)
  expect(await verifySums(db)).toEqual({ sums: 1, wrong: 0 })
  const [first = '', second = ''] = appointmentIds
  await db.transaction().execute((tx) => cancelCommission(tx, { appointmentId: first }))
  // Ten minutes after midnight in Montevideo.
  await charge([first], new Date('2026-11-21T03:10:00Z'))
  await db.transaction().execute((tx) => cancelCommission(tx, { appointmentId: second }))
  await sql`update commissions set status = 'paid', paid_at = now() where status = 'pending'`.execute(db)
  await sql`delete from commissions where appointment_id = ${second}`.execute(db)
  expect(await verifySums(db)).toMatchObject({ wrong: 0 })
  const { rows } = await sql`
    select day, status, commissions, commission_amount as amount from commission_sums where commissions <> 0 order by 1`.execute(
    db,
  )
  expect(rows).toEqual([
    { day: '2026-11-20', status: 'paid', commissions: 2, amount: 30_000 },
    { day: '2026-11-21', status: 'paid', commissions: 1, amount: 15_000 },
  ])
  await sql`update commission_sums set commission_amount = commission_amount + 1 where commissions <> 0 and day = '2026-11-20'`.execute(
    db,
  )
  expect(await verifySums(db)).toMatchObject({ wrong: 1 })
})
