import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { RequestContext } from '#server/http/context.ts'
import { api, asked } from '#server/http/procedures.ts'
import { presentAgendaAppointment } from '../rules/agenda.ts'
import { callOffAppointment } from '../usecases/call-off-appointment.ts'
import type { AtDesk, Changed } from '../usecases/change-at-desk.ts'
import { cancelDay, moveDay } from '../usecases/change-day.ts'
import { collectPayment, undoCollection } from '../usecases/collect-payment.ts'
import { markCalled, readDeskTasks } from '../usecases/desk-tasks.ts'
import { enterAppointment } from '../usecases/enter-appointment.ts'
import { listDeskTimes } from '../usecases/list-desk-times.ts'
import * as mark from '../usecases/mark-appointment.ts'
import { readAgenda } from '../usecases/read-agenda.ts'
import { readCancellation } from '../usecases/read-cancellation.ts'
import { rescheduleAppointment } from '../usecases/reschedule-appointment.ts'
import { presentFreeDays } from './appointments.ts'

const present = (context: RequestContext, { row, member }: Changed) =>
  presentAgendaAppointment({ row, member, now: context.platform.clock.now() })

const presentTold = (context: RequestContext, { told, row, member }: Changed & { told: boolean }) => ({
  ...present(context, { row, member }),
  told,
})

/** A verb that needs nothing but the appointment. */
const byVerb =
  (verb: (platform: RequestContext['platform'], o: AtDesk) => Promise<Changed>) =>
  async ({ input, context }: { input: Omit<AtDesk, 'userId'>; context: RequestContext }) =>
    present(context, await verb(context.platform, asked(context, input)))

export const agendaRoutes = {
  get: api.agenda.get.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, asked(context, input))
    return readAgenda(context.platform, { ...input, member })
  }),

  tasks: api.agenda.tasks.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, asked(context, input))
    return readDeskTasks(context.platform, { member })
  }),
  setCalled: api.agenda.setCalled.handler(({ input, context }) => markCalled(context.platform, asked(context, input))),

  freeTimes: api.agenda.freeTimes.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, asked(context, input))
    return presentFreeDays(await listDeskTimes(context.platform, { ...input, member }))
  }),

  enter: api.agenda.enter.handler(async ({ input, context }) => {
    const entry = asked(context, { ...input, startsAt: new Date(input.startsAt) })
    return presentTold(context, await enterAppointment(context.platform, entry))
  }),

  confirm: api.agenda.confirm.handler(byVerb(mark.acceptAppointment)),
  arrive: api.agenda.arrive.handler(byVerb(mark.markArrived)),
  undoArrival: api.agenda.undoArrival.handler(byVerb(mark.undoArrival)),
  complete: api.agenda.complete.handler(byVerb(mark.completeAppointment)),
  noShow: api.agenda.noShow.handler(byVerb(mark.markNoShow)),
  reopen: api.agenda.reopen.handler(byVerb(mark.reopenAppointment)),

  move: api.agenda.move.handler(async ({ input, context }) => {
    const move = asked(context, { ...input, startsAt: new Date(input.startsAt) })
    return presentTold(context, await rescheduleAppointment(context.platform, move))
  }),

  cancellation: api.agenda.cancellation.handler(({ input, context }) =>
    readCancellation(context.platform, asked(context, input)),
  ),
  cancel: api.agenda.cancel.handler(async ({ input, context }) =>
    presentTold(context, await callOffAppointment(context.platform, asked(context, input))),
  ),

  collect: api.agenda.collect.handler(async ({ input, context }) =>
    present(context, await collectPayment(context.platform, asked(context, input))),
  ),
  undoCollection: api.agenda.undoCollection.handler(byVerb(undoCollection)),

  cancelDay: api.agenda.cancelDay.handler(({ input, context }) => cancelDay(context.platform, asked(context, input))),
  moveDay: api.agenda.moveDay.handler(({ input, context }) => moveDay(context.platform, asked(context, input))),
}
