import { zone } from '#contract/calendar.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { presentListedAppointment, presentRequests } from '#server/features/appointments/routes/present-agenda.ts'
import { listAgendaAppointments, listRequests } from '#server/features/appointments/usecases/read-agenda.ts'
import { fail } from '#server/features/centers/centers.errors.ts'
import { agendaScope, type Member, managesCenter } from '#server/features/centers/centers.policy.ts'
import { findCenter } from '#server/features/centers/repository/centers.ts'
import * as figures from '#server/features/centers/repository/figures.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { sumIncomeOfCenter } from '#server/features/payments/repository/income.ts'
import { countReviewsToReply } from '#server/features/reviews/usecases/reviews.ts'
import { localDay, localMonth, startOfDay, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

export const centerOverviewRoutes = {
  practice: {
    figures: api.practice.figures.handler(async ({ input, context }) => {
      const member = await requireMember(context.platform.db, withUserId(context, input))
      const { now, requests, recent, ...figures } = await readFigures(context.platform, { member })
      return {
        ...figures,
        requests: presentRequests({ rows: requests, member, now }),
        recent: recent.map((row) => presentListedAppointment({ row, member, now })),
      }
    }),
  },
}

const maxRecent = 5
const maxRequests = 20

export async function readFigures({ db, clock }: Platform, { member }: { member: Member }) {
  const { centerId } = member
  const now = clock.now()
  const day = localDay({ instant: now, zone })
  const { startsAt, endsAt } = wholeDay({ day, zone })
  const today = [startsAt, endsAt] as const
  const { from, to } = localMonth({ day })
  const month = [startOfDay({ day: from, zone }), startOfDay({ day: to, zone })] as const
  const scope = { centerId, ...agendaScope(member) }
  const [center, counts, income, reviewsWithoutReply, documentsToRenew, requests, recent] = await Promise.all([
    findCenter(db, { centerId, today: day }),
    figures.countFigures(db, { ...scope, now, today, month }),
    managesCenter(member) ? sumIncomeOfCenter(db, { centerId }) : null,
    countReviewsToReply(db, { member }),
    managesCenter(member) ? figures.countDocumentsToRenew(db, { centerId, today: day }) : 0,
    listRequests(db, { member, now, limit: maxRequests }),
    listAgendaAppointments(db, { member, newest: true, limit: maxRecent }),
  ])
  if (!center) throw fail('centers.not_found')
  return {
    now,
    appointments: counts.appointments,
    pending: counts.pending,
    averageRating: Math.round(center.rating * 10) / 10,
    totalReviews: center.totalReviews,
    incomeCents: income?.incomeCents ?? null,
    month: { completed: counts.monthCompleted, pending: counts.monthPending },
    attention: {
      toConfirm: counts.toConfirm,
      toCollect: counts.toCollect,
      toRefund: counts.toRefund,
      reviewsWithoutReply,
      documentsToRenew,
    },
    firstToRefund: counts.firstToRefund,
    requests,
    recent,
  }
}
