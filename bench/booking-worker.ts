// One of the two processes that book concurrently: 16 clients, each on its own connection.
import { ORPCError } from '@orpc/client'
import { createRouterClient } from '@orpc/server'
import type { EntryContext } from '#server/api/context.ts'
import { router } from '#server/http/router.ts'
import { settableClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { benchNow } from './calendar.ts'
import { benchPlatform } from './platform.ts'

export type Attempt = { patientId: string; startsAt: string }
export type Round = {
  mode: 'booking' | 'insert'
  attempts: Attempt[]
  calendar: { centerId: string; professionalId: string; serviceId: string }
}
export type Outcome = { booked: number; refusals: Record<string, number> }

const clients = 16
const log = createLog({ logLevel: 'warn' })
const database = await connectDatabase({ url: process.argv[2] ?? '', log, max: clients })
const platform = benchPlatform({ ...database, clock: settableClock(benchNow) })

process.on('message', (round: Round) => {
  void run(round).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => void database.close())
process.send?.('ready')

async function run({ mode, attempts, calendar }: Round): Promise<Outcome> {
  const outcome: Outcome = { booked: 0, refusals: {} }
  const queue = attempts.values()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const attempt of queue) {
        const result = mode === 'booking' ? await book(attempt, calendar) : await insert(attempt, calendar)
        if (result === 'booked') outcome.booked++
        else outcome.refusals[result] = (outcome.refusals[result] ?? 0) + 1
      }
    }),
  )
  return outcome
}

/**
 * Through the contract's routes: access, validation, use case, response. Holds and then confirms, as a signed-in patient
 * does.
 */
async function book({ patientId, startsAt }: Attempt, { serviceId }: Round['calendar']): Promise<string> {
  const actor = {
    userId: patientId,
    sessionId: patientId,
    email: '',
    roles: ['patient'] as const,
    userType: 'patient' as const,
    aal: 'aal1' as const,
    hasSecondFactor: false,
    isProven: true,
    registrationPending: false,
  }
  const visitor = { address: patientId, key: () => undefined, ensureKey: () => patientId, setCookie: () => undefined }
  const context: EntryContext = {
    platform,
    requestId: 'bench',
    visitor,
    bearer: 'bench',
    authenticate: async () => actor,
  }
  const api = createRouterClient(router, { context })
  try {
    const held = await api.appointments.hold({ serviceId, startsAt, place: 'center' })
    await api.appointments.confirm({ appointmentId: held.id, terms: held.terms })
    return 'booked'
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    return `${error.code}: ${error.message}`
  }
}

/** The floor: the same row, inserted by the driver alone. */
async function insert(
  { patientId, startsAt }: Attempt,
  { centerId, professionalId, serviceId }: Round['calendar'],
): Promise<string> {
  const { rowCount } = await database.pool.query(
    `insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price)
     values ($1, $2, $3, $4, $5, 'confirmed', tstzrange($6, $6::timestamptz + interval '30 minutes'), 120000)
     on conflict do nothing returning id`,
    [newId(), centerId, professionalId, serviceId, patientId, startsAt],
  )
  return rowCount === 1 ? 'booked' : 'conflict'
}
