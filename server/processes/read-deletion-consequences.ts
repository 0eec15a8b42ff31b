import type { DeletionConsequences } from '#contract/accounts.ts'
import { countDependants } from '#server/features/accounts/repository/dependants.ts'
import { hasUpcomingAppointments } from '#server/features/appointments/repository/of-center.ts'
import { countForDeletion, readCostsOfCancelling } from '#server/features/appointments/usecases/anonymize-patient.ts'
import { isLastAdministrator } from '#server/features/auth/repository/administrators.ts'
import { countRecords } from '#server/features/clinical-records/repository/identities.ts'
import { countMessagesOfAccount } from '#server/features/conversations/repository/conversations.ts'
import { countUnused } from '#server/features/loyalty/repository/redemptions.ts'
import { readBalance } from '#server/features/loyalty/usecases/points.ts'
import { countActionsOf } from '#server/features/moderation/repository/actions.ts'
import { countLeftSessions } from '#server/features/packages/repository/packages.ts'
import { hasRefundablePackages } from '#server/features/packages/usecases/closed-centers.ts'
import { sumCredits } from '#server/features/payments/repository/online.ts'
import {
  sumPaymentsOfPatient,
  sumPendingRefunds,
} from '#server/features/payments/repository/payments-of-appointments.ts'
import { sumInTransit } from '#server/features/payments/repository/transit.ts'
import { countReviewsBy } from '#server/features/reviews/usecases/reviews.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { versionOf } from '#server/platform/version.ts'

type OfAccount = { userId: string; now: Date }
type Obstacle = NonNullable<DeletionConsequences['blockedBy']>

export async function readConsequences(platform: Platform, input: { userId: string }) {
  const { db, clock } = platform
  const now = clock.now()
  const { userId } = input
  const messages = await countMessagesOfAccount(db, input)
  const records = await countRecords(db, input)
  const costs = await readCosts(db, { userId, now })
  return {
    ...costs,
    terms: termsOf(costs),
    pastAppointments: (await countForDeletion(db, { patientId: userId, now })).past,
    reviews: await countReviewsBy(db, input),
    dependants: await countDependants(db, input),
    messages: messages.deleted,
    payments: await sumPaymentsOfPatient(db, { patientId: userId }),
    recordedPeople: records.people,
    written: { messages: messages.kept, records: records.written },
    staffActions: await countActionsOf(db, { targetType: 'user', targetId: userId }),
    blockedBy: (await findObstacle(db, { ...input, now })) ?? null,
  }
}

/** What the deletion cancels, gives back and takes: the part of the consequences to which its owner agrees. */
export async function readCosts(db: Db | Tx, { userId, now }: OfAccount) {
  const { upcoming, ...upcomingPayments } = await readCostsOfCancelling(db, { patientId: userId, now })
  return {
    upcomingAppointments: upcoming,
    upcomingPayments,
    creditCents: await sumCredits(db, { patientId: userId }),
    points: Math.max((await readBalance(db, { userId, now })).availablePoints, 0),
    rewards: await countUnused(db, { userId, now }),
    packageSessions: await countLeftSessions(db, { patientId: userId, now }),
    pendingRefunds: await sumPendingRefunds(db, { centerId: userId }),
  }
}

/** The version of the costs as they are shown: an appointment that moves without another refund changes none of them. */
export const termsOf = (costs: Awaited<ReturnType<typeof readCosts>>): string => versionOf(costs)

export async function findObstacle(db: Db | Tx, { userId, now }: OfAccount): Promise<Obstacle | undefined> {
  if (await isLastAdministrator(db, { userId, now })) return 'accounts.last_administrator'
  if (await hasUpcomingAppointments(db, { centerId: userId, now })) return 'accounts.center_busy'
  if (await hasRefundablePackages(db, { centerId: userId, now })) return 'accounts.center_has_packages'
  if ((await sumInTransit(db, { centerId: userId })) < 0) return 'accounts.center_owes'
  return undefined
}
