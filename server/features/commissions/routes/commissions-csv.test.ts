import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actorOf, startTestServer } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildService } from '#server/testing/builders.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { exportBatch } from '../usecases/export-commissions.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})

/** A centre with this many commissions, a minute apart, the last one now. */
async function buildCommissions(count: number) {
  const service = await buildService(platform)
  const { db, clock } = platform
  await buildAppointment(platform, { ...service, startsAt: new Date('2026-01-05T12:00:00Z') })
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
    with made as (
      insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price, booked_by)
      select gen_random_uuid(), center_id, professional_id, service_id, patient_id, 'completed',
        tstzrange('2000-01-01T00:00Z'::timestamptz + n * interval '1 hour', '2000-01-01T01:00Z'::timestamptz + n * interval '1 hour'),
        123456, 'patient'
      from appointments, generate_series(1, ${count}) n where center_id = ${service.centerId}
      returning id)
    insert into commissions (id, center_id, appointment_id, payment_amount, commission_amount, rate, created_at)
    select gen_random_uuid(), ${service.centerId}, id, 123456, 12346, 10,
      ${clock.now()}::timestamptz - (row_number() over () - 1) * interval '1 minute'
    from made`.execute(tx)
  })
}

async function startStaff() {
  const { userId } = await buildAccount(platform)
  const { userId: other } = await buildAccount(platform)
  const { url } = await startTestServer({
    platform,
    authenticate: async (bearer) =>
      actorOf([bearer === 'patient' ? 'patient' : 'moderator'], bearer === 'other' ? other : userId),
  })
  return (init: RequestInit = {}, bearer = 'staff') =>
    fetch(`${url}/api/v1/staff/commissions/csv?period=week`, {
      ...init,
      headers: { authorization: `Bearer ${bearer}` },
    })
}

const openTransactions = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(platform.db)
  return rows[0]?.count
}

test('the file is named after its period and opens in a Spanish spreadsheet, with every row of the period once', async () => {
  await buildCommissions(2 * exportBatch + 1)
  const download = await startStaff()
  const response = await download()
  expect(response.headers.get('content-type')).toBe('text/csv;charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain(
    'filename="comisiones-semanales-2026-11-14-a-2026-11-20.csv"',
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  // The length is unknown, because the file is sent while it is read.
  expect(response.headers.has('content-length')).toBe(false)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = new TextDecoder().decode(bytes).split('\r\n')
  expect(lines[0]).toBe('centro;monto del pago;comisión;estado;fecha')
  expect(lines[1]).toBe('Centro Rambla;1234,56;123,46;Pendiente;20/11/2026')
  expect(lines).toHaveLength(2 * exportBatch + 1 + 2)
  expect(await openTransactions()).toBe(0)
})

test('the file of an empty period has only the header', async () => {
  const download = await startStaff()
  expect(await (await download()).text()).toBe('centro;monto del pago;comisión;estado;fecha\r\n')
})

describe('a file of twenty batches', () => {
  // Built once for both tests: inserting the rows takes seconds, and on a slow machine more than a test may take.
  let large: TestPlatform
  beforeAll(async () => {
    large = platform = await testPlatform()
    await buildCommissions(20 * exportBatch)
  }, 120_000)
  beforeEach(() => {
    platform = large
  })

  test('one account downloads one file at a time; another account is not affected', async () => {
    const download = await startStaff()
    const first = await download()
    const second = await download()
    expect([first.status, second.status]).toEqual([200, 409])
    expect(await second.json()).toMatchObject({ code: 'commissions.exporting' })
    const other = await download({}, 'other')
    expect(other.status).toBe(200)
    await Promise.all([first.text(), other.text()])
    expect((await download()).status).toBe(200)
  })

  test('when a client disconnects, the reading stops and the account can download again', async () => {
    const download = await startStaff()
    const abort = new AbortController()
    const response = await download({ signal: abort.signal })
    await response.body?.getReader().read()
    expect(await openTransactions()).toBe(1)
    abort.abort()
    await expect.poll(openTransactions).toBe(0)
    expect((await download()).status).toBe(200)
  })
})

test('only staff can download the file', async () => {
  const download = await startStaff()
  expect((await download({}, 'patient')).status).toBe(403)
})
