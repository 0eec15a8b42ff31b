import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import { presentSession } from '../rules/session-terms.ts'
import { bookAgain, bookNextSession } from '../usecases/book-next-session.ts'
import { endTherapy, readTherapies, resumeTherapy, type TherapyWithProposal } from '../usecases/read-therapies.ts'
import { presentAppointment } from './present-appointment.ts'

export const therapiesRoutes = {
  list: api.therapies.list.handler(({ context }) => list(context)),

  bookNext: api.therapies.bookNext.handler(async ({ input, context }) => {
    const { visitor, platform } = context
    const caller = withUserId(context, { visitorKey: visitor.key() })
    const { startsAt, ...therapy } = input
    const row = await bookNextSession(platform, {
      ...therapy,
      startsAt: new Date(startsAt),
      caller,
      address: visitor.address,
    })
    return presentAppointment({ row, caller, platform })
  }),

  bookAgain: api.therapies.bookAgain.handler(async ({ input, context }) => {
    const { visitor, platform } = context
    const caller = withUserId(context, { visitorKey: visitor.key() })
    const { startsAt, ...request } = input
    const row = await bookAgain(platform, {
      ...request,
      startsAt: startsAt === undefined ? undefined : new Date(startsAt),
      caller,
      address: visitor.address,
    })
    return presentAppointment({ row, caller, platform })
  }),

  end: api.therapies.end.handler(async ({ input, context }) => {
    await endTherapy(context.platform, { ...input, patientId: userOf(context) })
    return list(context)
  }),

  resume: api.therapies.resume.handler(async ({ input, context }) => {
    await resumeTherapy(context.platform, { ...input, patientId: userOf(context) })
    return list(context)
  }),
}

const userOf = (context: RequestContext) => withUserId(context, {}).userId

async function list(context: RequestContext) {
  const rows = await readTherapies(context.platform, { patientId: userOf(context) })
  const { gateway, clock } = context.platform
  const now = clock.now()
  return { items: rows.map((row) => present(row, { paysOnline: takesPayments({ gateway, ...row }), now })) }
}

function present(row: TherapyWithProposal, { paysOnline, now }: { paysOnline: boolean; now: Date }) {
  const { nextId, nextAt, proposal } = row
  return {
    ...row,
    professional: { name: row.professionalName, photoUrl: row.photoUrl },
    service: { name: row.serviceName },
    center: { id: row.centerId, name: row.centerName, worksAlone: row.worksAlone },
    next: nextId && nextAt ? { appointmentId: nextId, startsAt: nextAt } : null,
    proposal: proposal ? presentSession({ session: proposal, now }) : null,
    can: {
      bookNext: row.isBookable,
      payDirect: row.isBookable && paysOnline,
      end: row.endedAt === null && row.upcoming === 0,
      resume: row.endedAt !== null,
    },
  }
}
