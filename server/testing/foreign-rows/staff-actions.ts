import { zone } from '#contract/calendar.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import { userActions } from '#server/processes/act-on-users.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'

/** Rows that only staff reach. */
export const users: ForeignRows<'users'> = {
  'users.get': aboutUser,
  'users.points': aboutUser,
  'users.closingEffects': async (platform) => {
    const { patientId } = await buildPatient(platform)
    return forStaff(platform, { userIds: [patientId] }, patientId)
  },
  'users.correctPoints': async (platform) => {
    const row = await aboutUser(platform)
    return { ...row, input: { ...row.input, points: 5, reason: 'Faltaban.', movementId: newId() } }
  },
}

async function aboutUser(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  return forStaff(platform, { userId: patientId }, patientId)
}

export const commissions: ForeignRows<'commissions'> = {
  'commissions.get': async (platform) => {
    const startsAt = new Date('2026-10-05T12:00:00Z')
    const appointment = { ...(await buildService(platform)), startsAt, status: 'completed' as const }
    const { appointmentId, patientId } = await buildAppointment(platform, appointment)
    const now = platform.clock.now()
    await platform.db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
    const commission = await platform.db
      .selectFrom('commissions')
      .select('id')
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirstOrThrow()
    return forStaff(platform, { commissionId: commission.id }, patientId)
  },
  'commissions.rates': (platform) => rateOfCenter(platform, {}),
  'commissions.setRate': (platform) =>
    rateOfCenter(platform, {
      ratePercent: 8.5,
      appliesFrom: localDay({ instant: platform.clock.now(), zone }),
      reason: 'Acuerdo comercial.',
      lastActionId: null,
    }),
}

async function rateOfCenter(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const { centerId } = await buildCenter(platform)
  return forStaff(platform, { centerId, ...input }, (await buildPatient(platform)).patientId)
}

export const centerRecords: ForeignRows<'centerRecords'> = {
  'centerRecords.get': aboutCenter,
  'centerRecords.preview': aboutCenter,
}

async function aboutCenter(platform: TestPlatform): Promise<ForeignRow> {
  const { centerId } = await buildCenter(platform)
  return forStaff(platform, { centerId }, (await buildPatient(platform)).patientId)
}

export const moderation: ForeignRows<'moderation'> = {
  'moderation.get': (platform) => aboutAction(platform, {}),
  'moderation.undo': (platform) => aboutAction(platform, { reason: 'Fue un error.' }),
}

async function aboutAction(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const row = await forStaff(platform, input, patientId)
  const targets = [{ id: patientId, lastActionId: null }]
  await actOnEach(platform, userActions.ban, { actor: row.owner, targets, reason: 'Datos falsos.' })
  const action = await platform.db
    .selectFrom('moderation_actions')
    .select('id')
    .where('target_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return { ...row, input: { ...row.input, actionId: action.id } }
}

async function forStaff(
  platform: TestPlatform,
  input: Record<string, unknown>,
  patientId: string,
): Promise<ForeignRow> {
  const { userId } = await buildAccount(platform)
  const { centerId } = await buildCenter(platform)
  return {
    input,
    owner: actorOf(['moderator'], userId),
    strangers: {
      'the user concerned': actorOf(['patient'], patientId),
      'another patient': actorOf(['patient'], (await buildPatient(platform)).patientId),
      'a centre': actorOf(['center'], centerId),
    },
  }
}
