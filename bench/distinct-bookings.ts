// Bookings that succeed: 16 clients hold and confirm times for which no other client competes, over HTTP, with the mails queued. Beside
// it, the same rows written in two transactions by bare prepared pg.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { newId } from '#server/platform/ids.ts'
import { nthTime } from './calendar.ts'
import { type Connection, openConnection } from './connection.ts'
import type { BookingSetup } from './distinct-bookings-server.ts'
import { claim, median, report, whole } from './figures.ts'
import type { ProcessorTime } from './processor-time.ts'

export const clients = 16
export const rounds = 5
export const bookingsPerRound = 240
/** V8 compiles the code of a booking during its first few hundred; a server runs for days. */
const warmUpRounds = 3
const all = (warmUpRounds + rounds) * bookingsPerRound

export async function benchDistinctBookings(): Promise<void> {
  // Each client has its own calendar, and each booking its own patient.
  const server = fork(new URL('./distinct-bookings-server.ts', import.meta.url), [String(clients * 2), String(all * 2)])
  const [setup] = (await once(server, 'message')) as [BookingSetup]
  const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: clients })
  // PostgreSQL may end before the last of these connections has closed.
  pool.on('error', () => undefined)
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(setup.origin)))
  try {
    await measure({ server, setup, pool, connections })
  } finally {
    for (const connection of connections) connection.close()
    await pool.end()
    server.disconnect()
    await once(server, 'exit')
  }
}

type Measured = { server: ReturnType<typeof fork>; setup: BookingSetup; pool: pg.Pool; connections: Connection[] }

async function measure({ server, setup, pool, connections }: Measured): Promise<void> {
  const rates: Record<'senda' | 'bare', number[]> = { senda: [], bare: [] }
  const spent: ProcessorTime[] = []
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const before = await processorTime(server)
    const rate = await runClients(round, (client, n) =>
      book({ connection: connections[client], setup, calendar: client, time: Math.floor(n / clients), index: n }),
    )
    const after = await processorTime(server)
    const bare = await runClients(round, (client, n) =>
      insert({ pool, setup, calendar: clients + client, time: Math.floor(n / clients), index: all + n }),
    )
    // As autovacuum does in a database that is in use: plans made for empty tables read far too much.
    if (round === 0) await pool.query('analyze')
    if (round < warmUpRounds) continue
    rates.senda.push(rate)
    rates.bare.push(bare)
    spent.push({
      node: (after.node - before.node) / bookingsPerRound,
      postgres: (after.postgres - before.postgres) / bookingsPerRound,
    })
  }
  const { rows } = await pool.query(
    `select (select count(*) from appointments where status = 'confirmed')::int as confirmed,
       (select count(*) from outbound_mails)::int as mails,
       (select count(*) from notifications)::int as notifications`,
  )
  claim(rows[0].confirmed === 2 * all, `all ${all} bookings of each kind are confirmed`)
  claim(rows[0].mails === 4 * all, 'each has queued its two mails')
  claim(rows[0].notifications === 2 * all, "each has stored the patient's notification")
  const ratio = median(rates.senda.map((rate, index) => rate / (rates.bare[index] ?? Number.NaN)))
  report('distinct bookings, 16 clients', {
    'per second': whole(median(rates.senda)),
    'bare prepared pg': whole(median(rates.bare)),
    ratio: ratio.toFixed(2),
    target: '0.40',
  })
  report('processor time of one booking', {
    Node: `${median(spent.map(({ node }) => node)).toFixed(2)} ms`,
    PostgreSQL: `${median(spent.map(({ postgres }) => postgres)).toFixed(2)} ms`,
  })
}

export async function processorTime(server: ReturnType<typeof fork>): Promise<ProcessorTime> {
  const message = once(server, 'message')
  server.send('processor time')
  return ((await message) as [ProcessorTime])[0]
}

/** `work` receives the client and the booking's unique number. @returns bookings per second */
export async function runClients(
  round: number,
  work: (client: number, n: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; n < bookingsPerRound; n += clients) await work(client, round * bookingsPerRound + n)
    }),
  )
  return bookingsPerRound / ((performance.now() - started) / 1000)
}

export type Booking = { setup: BookingSetup; calendar: number; time: number; index: number }

/** @returns the appointment's id, and the version of its terms, which its payment names */
export async function book({
  connection,
  setup,
  calendar,
  time,
  index,
}: Booking & { connection: Connection | undefined }): Promise<{ id: string; terms: string }> {
  const patient = setup.patients[index]
  const serviceId = setup.calendars[calendar]?.serviceId
  if (!connection || !patient) throw new Error('no client')
  const headers = {
    authorization: `Bearer ${patient.token}`,
    'content-type': 'application/json',
    'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  }
  const startsAt = nthTime(time).toISOString()
  const hold = JSON.stringify({ serviceId, startsAt, place: 'center' })
  const held = await connection.send({ method: 'POST', path: '/api/v1/appointments/hold', headers, body: hold })
  if (held.status !== 201) throw new Error(`the hold responded ${held.status}: ${held.body}`)
  const { id, terms } = JSON.parse(held.body) as { id: string; terms: string }
  const path = `/api/v1/appointments/${id}/confirm`
  const confirmed = await connection.send({ method: 'POST', path, headers, body: JSON.stringify({ terms }) })
  if (confirmed.status >= 300) throw new Error(`the confirmation responded ${confirmed.status}: ${confirmed.body}`)
  return JSON.parse(confirmed.body) as { id: string; terms: string }
}

const body = Buffer.alloc(4000, 'mail')

/** @returns the appointment's id */
export async function insert({ pool, setup, calendar, time, index }: Booking & { pool: pg.Pool }): Promise<string> {
  const { centerId, professionalId, serviceId } = setup.calendars[calendar] ?? {}
  const patientId = setup.patients[index]?.patientId
  const id = newId()
  const client = await pool.connect()
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  try {
    await client.query('begin')
    await run(
      'hold',
      `insert into appointments (id, center_id, professional_id, service_id, status, during, place, price, holder_key, holder_address, hold_expires_at)
       values ($1, $2, $3, $4, 'held', tstzrange($5, $5::timestamptz + interval '30 minutes'), 'center', 120000, $6, $6, $5)`,
      [id, centerId, professionalId, serviceId, nthTime(time), patientId],
    )
    await client.query('commit')
    await client.query('begin')
    await run(
      'confirm',
      `update appointments set status = 'confirmed', patient_id = $2, holder_key = null, holder_address = null,
         hold_expires_at = null, booked_at = now() where id = $1`,
      [id, patientId],
    )
    for (const kind of ['bench.patient', 'bench.center']) {
      const mailId = newId()
      await run(
        'mail',
        `insert into outbound_mails (id, recipient, subject, sealed_body, key_id, kind) values ($1, $2, $3, $4, $5, $6)`,
        [mailId, `${patientId}@bench.uy`, 'Reserva', body, 'bench', kind],
      )
      await run('job', `select graphile_worker.add_job('mail.send', json_build_object('id', $1::text))`, [mailId])
    }
    await run(
      'notification',
      `insert into notifications (id, user_id, type, title, message, href, created_at) values ($1, $2, 'appointment', 'Reserva', $3, $4, now())`,
      [
        newId(),
        patientId,
        'Lunes 7 de diciembre, 9:00, con Bench, en Bench.',
        `/dashboard?appointment=${id}&act=details`,
      ],
    )
    await client.query('commit')
    return id
  } finally {
    client.release()
  }
}
