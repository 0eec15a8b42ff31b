// Bookings that are paid online: 16 clients hold, confirm and pay times for which no other client competes, over HTTP, with a card of
// the gateway for tests and the receipts queued. Beside it, the same rows, the gateway's included, in bare transactions.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { newId } from '#server/platform/ids.ts'
import { type Connection, openConnection } from './connection.ts'
import {
  type Booking,
  book,
  bookingsPerRound,
  clients,
  insert,
  processorTime,
  rounds,
  runClients,
} from './distinct-bookings.ts'
import type { BookingSetup } from './distinct-bookings-server.ts'
import { claim, median, report, whole } from './figures.ts'

/** The first round of each is a warm-up. */
const all = (rounds + 1) * bookingsPerRound
const price = 120_000

export async function benchPaidBookings(): Promise<void> {
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
  const rates: { senda: number; bare: number; node: number; postgres: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const before = await processorTime(server)
    const senda = await runClients(round, (client, n) =>
      bookAndPay({
        connection: connections[client],
        setup,
        calendar: client,
        time: Math.floor(n / clients),
        index: n,
      }),
    )
    const after = await processorTime(server)
    const bare = await runClients(round, (client, n) =>
      insertPaid({ pool, setup, calendar: clients + client, time: Math.floor(n / clients), index: all + n }),
    )
    if (round === 0) {
      // As autovacuum does in a database that is in use: plans made for empty tables read far too much.
      await pool.query('analyze')
      continue
    }
    const spent = (part: 'node' | 'postgres') => (after[part] - before[part]) / bookingsPerRound
    rates.push({ senda, bare, node: spent('node'), postgres: spent('postgres') })
  }
  const { rows } = await pool.query(
    `select (select count(*) from appointments where paid_amount = price)::int as paid,
       (select count(*) from simulado.payments where status = 'approved')::int as charged`,
  )
  claim(rows[0].paid === 2 * all, `all ${all} bookings of each kind are paid`)
  claim(rows[0].charged === 2 * all, 'each was charged once')
  report('paid bookings, 16 clients', {
    'per second': whole(median(rates.map(({ senda }) => senda))),
    'bare prepared pg': whole(median(rates.map(({ bare }) => bare))),
    ratio: median(rates.map(({ senda, bare }) => senda / bare)).toFixed(2),
    target: '0.35',
  })
  report('processor time of one paid booking', {
    Node: `${median(rates.map(({ node }) => node)).toFixed(2)} ms`,
    PostgreSQL: `${median(rates.map(({ postgres }) => postgres)).toFixed(2)} ms`,
  })
}

const card = JSON.stringify({ number: '4111111111111111', name: 'Ana', expiry: '12/39', cvv: '123' })

async function bookAndPay(booking: Booking & { connection: Connection | undefined }): Promise<void> {
  const { id: appointmentId, terms } = await book(booking)
  const { connection, setup, index } = booking
  const headers = {
    authorization: `Bearer ${setup.patients[index]?.token}`,
    'content-type': 'application/json',
    'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  }
  const tokenized = await connection?.send({ method: 'POST', path: '/simulado/v1/tokens', headers, body: card })
  const { token } = JSON.parse(tokenized?.body ?? '{}') as { token?: string }
  const body = JSON.stringify({
    appointmentId,
    terms,
    method: 'card',
    token,
    totalCents: price,
    idempotencyKey: newId(),
  })
  const paid = await connection?.send({ method: 'POST', path: '/api/v1/checkouts', headers, body })
  if (paid?.status !== 201 || !paid.body.includes('"approved"')) {
    throw new Error(`the payment responded ${paid?.status}: ${paid?.body}`)
  }
}

const mailBody = Buffer.alloc(4000, 'mail')

async function insertPaid(booking: Booking & { pool: pg.Pool }): Promise<void> {
  const appointmentId = await insert(booking)
  const { pool, setup, calendar, index } = booking
  const { centerId, professionalId } = setup.calendars[calendar] ?? {}
  const patientId = setup.patients[index]?.patientId
  const [checkoutId, mailId] = [newId(), newId()]
  const client = await pool.connect()
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  try {
    await run('token', `insert into simulado.tokens values ($1, 'Visa', '1111', 'approved', now())`, [checkoutId])
    await client.query('begin')
    await run(
      'checkout',
      `insert into checkouts (id, patient_id, center_id, professional_id, appointment_id, idempotency_key, gateway, method,
         status, amount, lines, created_at, expires_at, updated_at)
       values ($1, $2, $3, $4, $5, $1, 'simulado', 'card', 'created', ${price}, '[]', now(), now(), now())`,
      [checkoutId, patientId, centerId, professionalId, appointmentId],
    )
    await client.query('commit')
    await client.query('begin')
    await run('take', `delete from simulado.tokens where token = $1`, [checkoutId])
    const { rows } = await run(
      'charge',
      `insert into simulado.payments (idempotency_key, reference, amount, status, brand, last_four, created_at)
       values ($1, $1, ${price}, 'approved', 'Visa', '1111', now()) returning id::text as id`,
      [checkoutId],
    )
    await run('notify', `select graphile_worker.add_job('simulado.notify', json_build_object('id', $1::text))`, [
      mailId,
    ])
    await client.query('commit')
    await client.query('begin')
    await run(
      'approve',
      `update checkouts set status = 'approved', gateway_payment_id = $2, card_brand = 'Visa', card_last_four = '1111',
         receipt_number = nextval('receipt_numbers'), approved_at = now() where id = $1`,
      [checkoutId, rows[0].id],
    )
    await run(
      'payment',
      `insert into payments (appointment_id, center_id, checkout_id, amount, method, collected_at)
       values ($1, $2, $3, ${price}, 'online', now())`,
      [appointmentId, centerId, checkoutId],
    )
    await run(
      'receipt',
      `insert into outbound_mails (id, recipient, subject, sealed_body, key_id, kind) values ($1, $2, $3, $4, $5, $6)`,
      [mailId, `${patientId}@bench.uy`, 'Recibo', mailBody, 'bench', 'bench.receipt'],
    )
    await run('job', `select graphile_worker.add_job('mail.send', json_build_object('id', $1::text))`, [mailId])
    await client.query('commit')
  } finally {
    client.release()
  }
}
