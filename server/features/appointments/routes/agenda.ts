import { linesOfToday } from '#contract/desk-tasks.ts'
import { seriesSize } from '#contract/series.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { presentHandover } from '#server/features/loyalty/routes/handovers.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { bookAtDesk } from '../usecases/book-at-desk.ts'
import { bookSeries } from '../usecases/book-series.ts'
import { cancelAtDesk } from '../usecases/cancel-at-desk.ts'
import { cancelUnconfirmed, readUnconfirmed } from '../usecases/cancel-unconfirmed.ts'
import { type ChangedAppointment, type DeskChange, requireAtDesk } from '../usecases/change-at-desk.ts'
import { cancelDay, moveDay } from '../usecases/change-day.ts'
import { cancelSeries, moveSeries } from '../usecases/change-series.ts'
import { collectPayment, undoCollection } from '../usecases/collect-payment.ts'
import { readDeskTasks, setCalled } from '../usecases/desk-tasks.ts'
import { readDiscountOfCode, readDiscountsAtDesk } from '../usecases/discount-at-desk.ts'
import { checkAppointments, importAppointments, startAppointmentImport } from '../usecases/import-appointments.ts'
import { listDeskTimes } from '../usecases/list-desk-times.ts'
import { listSeriesDates } from '../usecases/list-series-dates.ts'
import * as mark from '../usecases/mark-appointment.ts'
import { moveAtDesk } from '../usecases/move-at-desk.ts'
import { readAgenda } from '../usecases/read-agenda.ts'
import { readCancellation } from '../usecases/read-cancellation.ts'
import { readRemindersAtDesk } from '../usecases/read-reminders.ts'
import { readToday } from '../usecases/read-today.ts'
import { refundPayment } from '../usecases/refund-payment.ts'
import { undoAppointmentImport } from '../usecases/undo-imported.ts'
import {
  presentAgenda,
  presentAgendaAppointment,
  presentDeskTasks,
  presentListedAppointment,
  presentRequests,
} from './present-agenda.ts'

const present = (context: RequestContext, { row, member }: ChangedAppointment) =>
  presentAgendaAppointment({ row, member, now: context.platform.clock.now() })

const presentNotified = (
  context: RequestContext,
  { notified, row, member }: ChangedAppointment & { notified: boolean },
) => ({
  ...present(context, { row, member }),
  notified,
})

const byVerb =
  (verb: (platform: RequestContext['platform'], input: DeskChange) => Promise<ChangedAppointment>) =>
  async ({ input, context }: { input: Omit<DeskChange, 'userId'>; context: RequestContext }) =>
    present(context, await verb(context.platform, withUserId(context, input)))

export const agendaRoutes = {
  get: api.agenda.get.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, withUserId(context, input))
    return presentAgenda({ ...input, member, ...(await readAgenda(context.platform, { ...input, member })) })
  }),

  appointment: api.agenda.appointment.handler(async ({ input, context }) =>
    present(context, await requireAtDesk(context.platform.db, withUserId(context, input))),
  ),

  tasks: api.agenda.tasks.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, withUserId(context, input))
    return presentDeskTasks({ member, ...(await readDeskTasks(context.platform, { member })) })
  }),
  today: api.agenda.today.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, withUserId(context, input))
    return presentToday({ member, ...(await readToday(context.platform, { member })) })
  }),
  setCalled: api.agenda.setCalled.handler(({ input, context }) =>
    setCalled(context.platform, withUserId(context, input)),
  ),

  freeTimes: api.agenda.freeTimes.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, withUserId(context, input))
    return listDeskTimes(context.platform, { ...input, member })
  }),

  book: api.agenda.book.handler(async ({ input, context }) => {
    const booking = withUserId(context, { ...input, startsAt: new Date(input.startsAt) })
    return presentNotified(context, await bookAtDesk(context.platform, booking))
  }),

  confirm: api.agenda.confirm.handler(byVerb(mark.confirmAtDesk)),
  arrive: api.agenda.arrive.handler(byVerb(mark.markArrived)),
  undoArrival: api.agenda.undoArrival.handler(byVerb(mark.undoArrival)),
  complete: api.agenda.complete.handler(byVerb(mark.completeAppointment)),
  noShow: api.agenda.noShow.handler(byVerb(mark.markNoShow)),
  reopen: api.agenda.reopen.handler(byVerb(mark.reopenAppointment)),

  move: api.agenda.move.handler(async ({ input, context }) => {
    const move = withUserId(context, { ...input, startsAt: new Date(input.startsAt) })
    return presentNotified(context, await moveAtDesk(context.platform, move))
  }),

  cancellation: api.agenda.cancellation.handler(({ input, context }) =>
    readCancellation(context.platform, withUserId(context, input)),
  ),
  cancel: api.agenda.cancel.handler(async ({ input, context }) =>
    presentNotified(context, await cancelAtDesk(context.platform, withUserId(context, input))),
  ),

  reminders: api.agenda.reminders.handler(async ({ input, context }) => ({
    items: await readRemindersAtDesk(context.platform, withUserId(context, input)),
  })),

  discounts: api.agenda.discounts.handler(async ({ input, context }) => ({
    items: await readDiscountsAtDesk(context.platform, withUserId(context, input)),
  })),
  discountOfCode: api.agenda.discountOfCode.handler(async ({ input, context }) => {
    const found = await readDiscountOfCode(context.platform, withUserId(context, input))
    if (found.kind === 'discount') return found
    return { ...found, handover: presentHandover(found.handover, context.platform.clock.now()) }
  }),
  collect: api.agenda.collect.handler(async ({ input, context }) =>
    present(context, await collectPayment(context.platform, withUserId(context, input))),
  ),
  undoCollection: api.agenda.undoCollection.handler(byVerb(undoCollection)),
  refund: api.agenda.refund.handler(async ({ input, context }) =>
    present(context, await refundPayment(context.platform, withUserId(context, input))),
  ),

  cancelDay: api.agenda.cancelDay.handler(({ input, context }) =>
    cancelDay(context.platform, withUserId(context, input)),
  ),
  moveDay: api.agenda.moveDay.handler(({ input, context }) => moveDay(context.platform, withUserId(context, input))),

  seriesDates: api.agenda.seriesDates.handler(async ({ input, context }) => {
    const { count, until, personKind, personId, ...request } = withUserId(context, input)
    const member = await requireMember(context.platform.db, request)
    return listSeriesDates(context.platform, {
      ...request,
      member,
      startsAt: new Date(request.startsAt),
      end: until === undefined ? { count: count ?? seriesSize.min } : { until },
      person: personKind && personId ? { kind: personKind, id: personId } : undefined,
    })
  }),
  bookSeries: api.agenda.bookSeries.handler(async ({ input, context }) => {
    const starts = input.starts.map((start) => ({ ...start, startsAt: new Date(start.startsAt) }))
    const { first, ...booked } = await bookSeries(context.platform, withUserId(context, { ...input, starts }))
    return { ...booked, first: present(context, first) }
  }),
  cancelSeries: api.agenda.cancelSeries.handler(({ input, context }) =>
    cancelSeries(context.platform, withUserId(context, input)),
  ),
  moveSeries: api.agenda.moveSeries.handler(({ input, context }) =>
    moveSeries(context.platform, withUserId(context, { ...input, startsAt: new Date(input.startsAt), reason: '' })),
  ),

  checkImport: api.agenda.checkImport.handler(({ input, context }) =>
    checkAppointments(context.platform, withUserId(context, input)),
  ),
  startImport: api.agenda.startImport.handler(({ input, context }) =>
    startAppointmentImport(context.platform, withUserId(context, input)),
  ),
  importRows: api.agenda.importRows.handler(({ input, context }) =>
    importAppointments(context.platform, withUserId(context, input)),
  ),
  undoImport: api.agenda.undoImport.handler(({ input, context }) =>
    undoAppointmentImport(context.platform, withUserId(context, input)),
  ),

  unconfirmed: api.agenda.unconfirmed.handler(async ({ input, context }) => {
    const member = await requireMember(context.platform.db, withUserId(context, input))
    return readUnconfirmed(context.platform, { member })
  }),
  cancelUnconfirmed: api.agenda.cancelUnconfirmed.handler(({ input, context }) =>
    cancelUnconfirmed(context.platform, withUserId(context, input)),
  ),
}

function presentToday(today: Awaited<ReturnType<typeof readToday>> & { member: Member }) {
  const { member, now, date, count, next, late, arrived, unpaid, toClose, gaps, requests } = today
  const appointments = (rows: readonly AgendaRow[]) =>
    listOf(rows, (row) => presentListedAppointment({ row, member, now }))
  return {
    date,
    count,
    next: appointments(next),
    late: appointments(late),
    arrived: appointments(arrived),
    unpaid: appointments(unpaid),
    toClose: appointments(toClose),
    gaps: listOf(gaps, (gap) => gap),
    requests: presentRequests({ rows: requests, member, now }),
  }
}

function listOf<Row, Line>(rows: readonly Row[], present: (row: Row) => Line): { count: number; items: Line[] } {
  return { count: rows.length, items: rows.slice(0, linesOfToday).map(present) }
}
