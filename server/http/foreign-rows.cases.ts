import type { Contract } from '#contract/contract.ts'
import type { Actor } from '#server/features/accounts/accounts.types.ts'
import { createSession } from '#server/features/accounts/service/sessions.ts'
import { addDependant } from '#server/features/accounts/usecases/edit-dependants.ts'
import { requestExport } from '#server/features/accounts/usecases/export-data.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { buildAccount, buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { runJobs, type TestPlatform } from '#server/testing/platform.ts'
import { foreignRowsOfAgenda } from './foreign-rows.agenda.ts'
import { foreignRowsOfCompliance } from './foreign-rows.compliance.ts'
import { foreignRowsOfPayments } from './foreign-rows.payments.ts'
import { foreignRowsOfPractice } from './foreign-rows.practice.ts'
import { actorOf } from './test-server.ts'

/** `appointments.cancel` and so on. */
export type RouteName = {
  [Noun in keyof Contract]: `${Noun}.${Extract<keyof Contract[Noun], string>}`
}[keyof Contract]

export type ForeignRow = {
  /** What the owner would send, the ids of the path included. */
  input: Record<string, unknown>
  /** Whose row it is: allowed, so that a refusal of the others means something. */
  owner: Actor
  /** Who must not reach it, by what they are: another patient, another centre's owner, staff that has no business here. */
  strangers: Readonly<Record<string, Actor>>
}

/**
 * For each route that is not public and has an id in its path, somebody's row and the people who must not reach it.
 * foreign-rows.test.ts fails for a route that has no case here.
 */
export const foreignRows: Partial<Record<RouteName, (platform: TestPlatform) => Promise<ForeignRow>>> = {
  'appointments.confirm': heldTime,
  'appointments.get': (platform) => ownAppointment(platform, {}),
  'appointments.calendar': (platform) => ownAppointment(platform, {}),
  'appointments.cancel': (platform) => ownAppointment(platform, {}),
  'appointments.move': (platform) => ownAppointment(platform, { input: { startsAt: nextMonday } }),
  'dataExports.download': readyExport,
  'dependants.update': (platform) => ownDependant(platform, { input: { ...child, fullName: 'Sofía Núñez' } }),
  'dependants.remove': (platform) => ownDependant(platform, {}),
  'reviews.create': (platform) =>
    ownAppointment(platform, { status: 'completed', input: { rating: 5, comment: 'Muy buena atención.' } }),
  'sessions.end': openSession,
  ...foreignRowsOfAgenda,
  ...foreignRowsOfCompliance,
  ...foreignRowsOfPayments,
  ...foreignRowsOfPractice,
}

/** What stands in the path of these is no row: whatever it says, it is about whoever asks, or has the link. */
export const notAboutRows: readonly RouteName[] = ['notifications.setPreference', 'team.acceptInvitation']

const child = { fullName: 'Sofía Pérez', birthDate: '2019-05-04', relation: 'hija' }

/** Ten in the morning in Montevideo, on the Monday after the test clock's Friday: a time that the preset hours offer. */
const nextMonday = '2026-11-23T13:00:00.000Z'

type Own = { status?: 'confirmed' | 'completed'; input?: Record<string, unknown> }

async function ownAppointment(platform: TestPlatform, { status = 'confirmed', input = {} }: Own): Promise<ForeignRow> {
  const { appointmentId, patientId, centerId } = await buildAppointment(platform, { status })
  return {
    input: { appointmentId, ...input },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersTo(platform, { centerId }),
  }
}

async function heldTime(platform: TestPlatform): Promise<ForeignRow> {
  const { serviceId, centerId } = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const asker = { userId: patientId, visitorKey: undefined }
  const startsAt = new Date(nextMonday)
  const { id } = await holdAppointment(platform, { asker, address: 'test', serviceId, startsAt, place: 'center' })
  return {
    input: { appointmentId: id },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersTo(platform, { centerId }),
  }
}

async function ownDependant(
  platform: TestPlatform,
  { input = {} }: { input?: Record<string, unknown> },
): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const { id } = await addDependant(platform, { guardianId: patientId, details: child })
  return {
    input: { dependantId: id, ...input },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersTo(platform, await buildCenter(platform)),
  }
}

async function openSession(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const device = { userAgent: null, address: null }
  const session = await platform.db
    .transaction()
    .execute((tx) => createSession(tx, { userId: patientId, method: 'password', device, now: platform.clock.now() }))
  return {
    input: { sessionId: session.id },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersTo(platform, await buildCenter(platform)),
  }
}

async function readyExport(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const { id } = await requestExport(platform, { userId: patientId })
  await runJobs(platform)
  return {
    input: { exportId: id, format: 'json' },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersTo(platform, await buildCenter(platform)),
  }
}

/** Whoever is not the patient: another one, another centre's owner, the centre's own, staff. */
async function strangersTo(platform: TestPlatform, { centerId }: { centerId: string }): Promise<Record<string, Actor>> {
  const another = await buildPatient(platform)
  const otherCenter = await buildCenter(platform)
  return {
    'another patient': actorOf(['patient'], another.patientId),
    'another centre': actorOf(['center'], otherCenter.centerId),
    'its own centre': actorOf(['center'], centerId),
    'a moderator': actorOf(['moderator'], (await buildAccount(platform)).userId),
    'an administrator': actorOf(['admin'], (await buildAccount(platform)).userId),
  }
}
