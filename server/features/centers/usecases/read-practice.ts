import { zone } from '#contract/calendar.ts'
import { listAgendaAppointments, listRequests } from '#server/features/appointments/usecases/read-agenda.ts'
import { countReviewsToReply } from '#server/features/reviews/usecases/reviews.ts'
import { localDay, localMonth, startOfDay, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../centers.errors.ts'
import { agendaScope, type Member, managesCenter } from '../centers.policy.ts'
import { findCenter } from '../repository/centers.ts'
import * as figures from '../repository/figures.ts'
import * as practice from '../repository/practice.ts'

/** The centre for its owner, and whether its licence has expired. */
export async function readOwnCenter({ db, clock }: Platform, { centerId }: { centerId: string }) {
  const today = localDay({ instant: clock.now(), zone })
  const row = await practice.findOwnCenter(db, { centerId })
  if (!row) throw fail('centers.not_found')
  return { row, isLicenseLapsed: await practice.isLicenseLapsed(db, { centerId, today }) }
}

const maxRecent = 5
const maxRequests = 20

/** The figures of the dashboard that the member may see. */
export async function readFigures({ db, clock }: Platform, { member }: { member: Member }) {
  const { centerId } = member
  const now = clock.now()
  const day = localDay({ instant: now, zone })
  const { startsAt, endsAt } = wholeDay({ day, zone })
  const today = [startsAt, endsAt] as const
  const { from, to } = localMonth({ day })
  const month = [startOfDay({ day: from, zone }), startOfDay({ day: to, zone })] as const
  const scope = { centerId, ...agendaScope(member) }
  const [center, counts, reviewsWithoutReply, documentsToRenew, requests, recent] = await Promise.all([
    findCenter(db, { centerId, today: day }),
    figures.countFigures(db, { ...scope, now, today, month }),
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
    revenueCents: managesCenter(member) ? counts.revenueCents : null,
    month: { completed: counts.monthCompleted, pending: counts.monthPending },
    attention: {
      toConfirm: counts.toConfirm,
      toCollect: counts.toCollect,
      toRefund: counts.toRefund,
      reviewsWithoutReply,
      documentsToRenew,
    },
    requests,
    recent,
  }
}
