import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf, isPatientOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import * as ofPatient from '../repository/of-patient.ts'
import { acceptDeskBooking } from '../usecases/accept-desk-booking.ts'
import { resolveDeposit } from '../usecases/book-with-deposit.ts'
import { calendarLinks } from '../usecases/calendar-links.ts'
import { cancelAppointment, releaseHold } from '../usecases/cancel-appointment.ts'
import { confirmAppointment } from '../usecases/confirm-appointment.ts'
import { holdAppointment } from '../usecases/hold-appointment.ts'
import { listFreeTimes } from '../usecases/list-free-times.ts'
import { moveAppointment } from '../usecases/move-appointment.ts'
import { objectToRecord } from '../usecases/object-to-record.ts'
import { readPayments } from '../usecases/read-payments.ts'
import { readReminders } from '../usecases/read-reminders.ts'
import { presentAppointment } from './present-appointment.ts'

const pageSize = 20

export const appointmentsRoutes = {
  freeTimes: api.appointments.freeTimes.handler(({ input, context }) =>
    listFreeTimes(context.platform, { caller: callerOf(context), ...input }),
  ),

  hold: api.appointments.hold.handler(async ({ input, context }) => {
    const { visitor, actor, platform } = context
    const caller = { userId: actor?.userId, visitorKey: actor ? visitor.key() : visitor.ensureKey() }
    const row = await holdAppointment(platform, {
      ...input,
      caller,
      address: visitor.address,
      startsAt: new Date(input.startsAt),
    })
    return presentAppointment({ row, caller, platform })
  }),

  currentHold: api.appointments.currentHold.handler(async ({ context }) => {
    const caller = callerOf(context)
    const now = context.platform.clock.now()
    const holders = holdersOf(caller)
    const { db, gateway } = context.platform
    const held = holders.length > 0 ? await appointments.findHold(db, { holders, now }) : undefined
    const row = held && (await resolveDeposit(db, { gateway, row: held, patientId: caller.userId }))
    return { appointment: row ? presentAppointment({ row, caller, platform: context.platform }) : null }
  }),

  release: api.appointments.release.handler(async ({ context }) => ({
    released: await releaseHold(context.platform, { caller: callerOf(context) }),
  })),

  confirm: api.appointments.confirm.handler(async ({ input, context }) => {
    const caller = patientOf(context)
    return presentAppointment({
      row: await confirmAppointment(context.platform, { ...input, caller, address: context.visitor.address }),
      caller,
      platform: context.platform,
    })
  }),

  list: api.appointments.list.handler(async ({ input, context }) => {
    const caller = patientOf(context)
    const { db, clock } = context.platform
    const now = clock.now()
    const { scope, limit = pageSize, cursor } = input
    const query = { patientId: caller.userId, scope, now }
    const [rows, total] = await Promise.all([
      ofPatient.listAppointments(db, { ...query, limit: limit + 1, after: readCursor(cursor) }),
      ofPatient.countAppointments(db, query),
    ])
    const page = pageOf(rows, {
      limit,
      cursorOf: ({ startsAt, id }) => writeCursor({ at: startsAt, id }),
      present: (row) => presentAppointment({ row, caller, platform: context.platform }),
    })
    return { ...page, total }
  }),

  figures: api.appointments.figures.handler(({ context }) =>
    ofPatient.countFigures(context.platform.db, {
      patientId: patientOf(context).userId,
      now: context.platform.clock.now(),
    }),
  ),

  get: api.appointments.get.handler(async ({ input, context }) => {
    const caller = patientOf(context)
    return presentAppointment({
      row: await requireOwn(context, caller, input.appointmentId),
      caller,
      platform: context.platform,
    })
  }),

  reminders: api.appointments.reminders.handler(async ({ input, context }) => ({
    items: await readReminders(context.platform, { ...input, caller: patientOf(context) }),
  })),

  payments: api.appointments.payments.handler(({ input, context }) =>
    readPayments(context.platform, { ...input, caller: patientOf(context) }),
  ),

  move: api.appointments.move.handler(async ({ input, context }) => {
    const caller = patientOf(context)
    const row = await moveAppointment(context.platform, {
      ...input,
      caller,
      startsAt: new Date(input.startsAt),
    })
    return presentAppointment({ row, caller, platform: context.platform })
  }),

  cancel: api.appointments.cancel.handler(async ({ input, context }) => {
    const caller = patientOf(context)
    return presentAppointment({
      row: await cancelAppointment(context.platform, { ...input, caller }),
      caller,
      platform: context.platform,
    })
  }),

  accept: api.appointments.accept.handler(async ({ input, context }) => {
    const caller = patientOf(context)
    const row = await acceptDeskBooking(context.platform, { ...input, caller })
    return presentAppointment({ row, caller, platform: context.platform })
  }),

  object: api.appointments.object.handler(async ({ input, context }) => {
    const caller = patientOf(context)
    const row = await objectToRecord(context.platform, { ...input, caller })
    return presentAppointment({ row, caller, platform: context.platform })
  }),

  calendar: api.appointments.calendar.handler(async ({ input, context }) => {
    const row = await requireOwn(context, patientOf(context), input.appointmentId)
    // A hold is no appointment yet.
    if (row.status === 'held') throw fail('appointments.not_found')
    return calendarLinks(context.platform, { appointment: row })
  }),
}

const callerOf = ({ actor, visitor }: Pick<RequestContext, 'actor' | 'visitor'>): Caller => ({
  userId: actor?.userId,
  visitorKey: visitor.key(),
})
const patientOf = (context: RequestContext) => withUserId(context, { visitorKey: context.visitor.key() })

async function requireOwn(
  { platform }: RequestContext,
  caller: Caller,
  appointmentId: string,
): Promise<appointments.AppointmentRow> {
  const row = await appointments.findAppointment(platform.db, { appointmentId })
  if (!row || !isPatientOf(caller, row)) throw fail('appointments.not_found')
  return row
}
