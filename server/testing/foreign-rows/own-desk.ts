import { requestCall } from '#server/features/appointments/repository/calls.ts'
import { bookAtDesk } from '#server/features/appointments/usecases/book-at-desk.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAppointment, buildCenter, buildMember, buildService } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { versionAtDesk } from '#server/testing/versions.ts'
import { type ForeignRow, staff } from './foreign-row.ts'

/** 10:00 in Montevideo, on the Monday after the test clock's Friday. */
const monday = '2026-11-23T13:00:00.000Z'

type Rows = {
  serviceId: string
  professionalId: string
  appointmentId: string
  patientId: string
  guestId: string
  paymentId: number
  /** Of the appointment. */
  version: string
}

type Options = {
  status?: 'pending' | 'completed'
  /** From now until the appointment begins; by default it is on the next Monday. */
  hours?: number
  toCall?: boolean
  isPaid?: boolean
}

/** A centre's receptionist, and the users who must not use its agenda: the patient, another centre's owner, staff. */
export async function ofDesk(
  platform: TestPlatform,
  inputOf: (rows: Rows & { centerId: string }) => Record<string, unknown> | Promise<Record<string, unknown>>,
  { hours, status, toCall, isPaid }: Options = {},
): Promise<ForeignRow> {
  const service = await buildService(platform)
  const { centerId } = service
  const reception = (await buildMember(platform, { centerId, role: 'reception' })).userId
  const startsAt = hours === undefined ? new Date(monday) : new Date(platform.clock.now().getTime() + hours * hourMs)
  const booked = await buildAppointment(platform, { ...service, startsAt, ...(status && { status }) })
  const { row } = await bookAtDesk(platform, {
    userId: reception,
    centerId,
    idempotencyKey: newId(),
    serviceId: service.serviceId,
    startsAt: new Date('2026-11-26T13:00:00Z'),
    place: 'center',
    person: { kind: 'newGuest', fullName: 'Rosa Gil', phone: '', email: '' },
  })
  if (toCall) {
    const { appointmentId } = booked
    await platform.db
      .transaction()
      .execute((tx) => requestCall(tx, { centerId, appointmentId, wasAt: startsAt, now: platform.clock.now() }))
  }
  const paymentId = isPaid ? await buildPayment(platform, booked) : 0
  const version = await versionAtDesk(platform, booked)
  const rows = { ...service, ...booked, guestId: row.guestId ?? '', paymentId, version }
  const other = await buildCenter(platform)
  const otherReception = (await buildMember(platform, { ...other, role: 'reception' })).userId
  return {
    input: { centerId, ...(await inputOf(rows)) },
    owner: actorOf(['patient'], reception),
    strangers: {
      'its patient': actorOf(['patient'], booked.patientId),
      'another centre': actorOf(['center'], other.centerId),
      'the reception of another centre': actorOf(['patient'], otherReception),
      ...(await staff(platform)),
    },
  }
}

async function buildPayment(
  { db, clock }: TestPlatform,
  { centerId, appointmentId }: { centerId: string; appointmentId: string },
): Promise<number> {
  const payment = { appointment_id: appointmentId, center_id: centerId, amount: 1000, method: 'efectivo' }
  const { id } = await db
    .insertInto('payments')
    .values({ ...payment, collected_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
