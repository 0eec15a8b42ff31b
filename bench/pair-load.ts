// What visitors and patients do with a pair of processes: searches, pages, bookings and conversations, at a fixed pace.
import { setTimeout as sleep } from 'node:timers/promises'
import { requireSecretKey } from '#server/features/auth/usecases/require-secret-key.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { insertCalendar, insertPatients, nthTime } from './calendar.ts'
import { milliseconds, quantile, report } from './figures.ts'
import type { Outcome, Pair } from './pair.ts'
import { benchPlatform } from './platform.ts'

type Patient = { token: string; conversationId: string }
/** The ids of what the processes said that they had stored. */
export type Acknowledged = { bookings: Set<string>; messages: Set<string> }

/** A centre and a patient for each second of the load, in the empty database of the pair. */
export async function prepareLoad(pair: Pair, { seconds }: { seconds: number }) {
  const settings = readSettings(pair.settings)
  const { close, ...database } = await connectDatabase({
    url: pair.settings.DATABASE_URL ?? '',
    log: createLog(settings),
    max: 4,
  })
  const secret = await requireSecretKey({ ...database, settings })
  const platform = { ...benchPlatform({ ...database, settings }), secret }
  const { centerId, serviceId } = await insertCalendar(database.db)
  const patientIds = await insertPatients(database.db, seconds + 1)
  // The benches' clock is ahead of the processes' one.
  await database.pool.query('update users set email_confirmed_at = now(), email_verified_at = now()')
  await database.pool.query('update center_profiles set approved_at = now()')
  const patients: Patient[] = []
  for (const userId of patientIds) {
    const { tokens } = await signIn(platform, userId)
    const { id } = await startConversation(platform, { userId, recipientId: centerId })
    patients.push({ token: tokens.access_token, conversationId: id })
  }
  const acknowledged: Acknowledged = { bookings: new Set(), messages: new Set() }
  return {
    pool: database.pool,
    acknowledged,
    sendSecond: (n: number) => sendSecond(pair, { patient: patients[n], serviceId, acknowledged, n }),
    /** Acknowledged writes that the database does not have. */
    async listLost(): Promise<string[]> {
      const { rows } = await database.pool.query(
        `select id from unnest($1::uuid[]) id where not exists (select from appointments where appointments.id = id.id and status = 'confirmed')
         union all select id from unnest($2::uuid[]) id where not exists (select from messages where messages.id = id.id)`,
        [[...acknowledged.bookings], [...acknowledged.messages]],
      )
      return rows.map(({ id }) => id)
    },
    async close() {
      await platform.live.close()
      await close()
    },
  }
}

type Load = Awaited<ReturnType<typeof prepareLoad>>

/** Sends the load for so many seconds, and resolves once everything was answered. */
export async function sendLoad(pair: Pair, { load, seconds }: { load: Load; seconds: number }): Promise<void> {
  pair.begin()
  const sending: Promise<void>[] = []
  for (let n = 0; n < seconds; n += 1) {
    sending.push(load.sendSecond(n))
    await sleep((n + 1) * 1000 - pair.elapsed())
  }
  await Promise.all(sending)
}

type Second = { patient: Patient | undefined; serviceId: string; acknowledged: Acknowledged; n: number }

/** One second's requests: ten searches, two pages, a booking in two steps, and six reads and writes of a conversation. */
async function sendSecond(pair: Pair, { patient, serviceId, acknowledged, n }: Second): Promise<void> {
  if (!patient) return
  const { token, conversationId } = patient
  const messages = `/api/v1/conversations/${conversationId}/messages`
  const book = async () => {
    const body = { serviceId, startsAt: nthTime(n).toISOString(), place: 'center' }
    const held = await pair.send({ kind: 'hold', method: 'POST', path: '/api/v1/appointments/hold', token, body })
    if (held.status !== 201) return
    const { id, terms } = JSON.parse(held.body) as { id: string; terms: string }
    const path = `/api/v1/appointments/${id}/confirm`
    const confirmed = await pair.send({ kind: 'confirm', method: 'POST', path, token, body: { terms } })
    if (isServed(confirmed)) acknowledged.bookings.add(id)
  }
  const chat = async () => {
    const body = { id: newId(), content: 'Hola, ¿a qué hora?' }
    const stored = await pair.send({ kind: 'message', method: 'POST', path: messages, token, body })
    if (stored.status === 201) acknowledged.messages.add(body.id)
    await pair.send({ kind: 'messages', method: 'GET', path: messages, token })
  }
  const searches = Array.from({ length: 10 }, (_, at) => `/api/v1/centers?q=fisioterapia&limit=${10 + at}`)
  const tasks = [
    ...searches.map((path) => () => pair.send({ kind: 'search', method: 'GET', path })),
    ...['/', '/search-centers'].map((path) => () => pair.send({ kind: 'page', method: 'GET', path })),
    ...[book, chat, chat, chat],
  ]
  await Promise.all(
    tasks.map(async (task, at) => {
      await sleep((at * 1000) / tasks.length)
      await task()
    }),
  )
}

export const isServed = ({ status }: Outcome) => status > 0 && status < 400

/** A line for each kind of request, and its first failures. */
export function reportOutcomes(outcomes: readonly Outcome[]): void {
  for (const [kind, own] of Map.groupBy(outcomes, (each) => each.kind)) {
    const samples = own.map(({ ms }) => ms)
    const failed = own.filter((each) => !isServed(each))
    report(kind, {
      requests: String(own.length),
      failed: String(failed.length),
      p50: milliseconds(quantile({ samples, share: 0.5 })),
      p99: milliseconds(quantile({ samples, share: 0.99 })),
      slowest: milliseconds(Math.max(...samples)),
    })
    for (const { status, at, body } of failed.slice(0, 3)) console.log(`  at ${at} ms: ${status} ${body.slice(0, 120)}`)
  }
}
