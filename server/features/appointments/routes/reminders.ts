import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { fail } from '../appointments.errors.ts'
import * as reminders from '../repository/dashboard-reminders.ts'

export const remindersRoutes = {
  list: api.reminders.list.handler(({ context }) => list(context)),

  dismiss: api.reminders.dismiss.handler(async ({ input, context }) => {
    const { db, clock } = context.platform
    const dismissal = { ...input, patientId: userOf(context), now: clock.now() }
    if (!(await reminders.dismissReminder(db, dismissal))) throw fail('appointments.not_found')
    return list(context)
  }),

  restore: api.reminders.restore.handler(async ({ input, context }) => {
    await reminders.restoreReminder(context.platform.db, { ...input, patientId: userOf(context) })
    return list(context)
  }),
}

const userOf = (context: RequestContext) => withUserId(context, {}).userId

async function list(context: RequestContext) {
  const { db, clock } = context.platform
  return { items: await reminders.listDashboardReminders(db, { patientId: userOf(context), now: clock.now() }) }
}
