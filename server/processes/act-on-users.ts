import type { Role } from '#contract/roles.ts'
import type { UserStatus } from '#contract/user-statuses.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { fail } from '#server/features/accounts/accounts.errors.ts'
import { mayMeasure, userAbilities } from '#server/features/accounts/accounts.policy.ts'
import { type AccountChange, measureMail } from '#server/features/accounts/mail/measures.ts'
import { listEndedSuspensions, type UserRow } from '#server/features/accounts/repository/users.ts'
import { pointsCorrection, undoPointsCorrection } from '#server/features/accounts/usecases/correct-points.ts'
import { lockUserRow, type Moderator } from '#server/features/accounts/usecases/lock-user-row.ts'
import { hasUpcomingAppointments } from '#server/features/appointments/repository/of-center.ts'
import { cancelAppointmentsOfCenterJob } from '#server/features/appointments/usecases/cancel-all-of-center.ts'
import { isLastAdministrator } from '#server/features/auth/repository/administrators.ts'
import { setAccountStatus } from '#server/features/auth/repository/profiles.ts'
import { replaceRoles } from '#server/features/auth/repository/registration.ts'
import { signOutEverywhere } from '#server/features/auth/sessions/sessions.ts'
import { restoreApproval, withholdApproval } from '#server/features/centers/repository/centers.ts'
import { createPendingCenter } from '#server/features/centers/usecases/create-center.ts'
import { presentOutcomes } from '#server/features/moderation/routes/present-measure.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { runEach } from '#server/platform/each-row.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

export const actOnUsersRoutes = {
  users: {
    suspend: api.users.suspend.handler(async ({ input: { targets, days, reason }, context }) => {
      const measure = { type: 'suspend', days } as const
      return presentOutcomes(
        await measureUsers(context.platform, { actor: requireActor(context), targets, measure, reason }),
      )
    }),

    ban: api.users.ban.handler(async ({ input, context }) => {
      const measure = { type: 'ban' } as const
      return presentOutcomes(await measureUsers(context.platform, { actor: requireActor(context), ...input, measure }))
    }),

    activate: api.users.activate.handler(async ({ input, context }) => {
      const measure = { type: 'activate' } as const
      return presentOutcomes(await measureUsers(context.platform, { actor: requireActor(context), ...input, measure }))
    }),

    setRole: api.users.setRole.handler(async ({ input: { targets, role, reason }, context }) => {
      const measure = { type: 'role_change', role } as const
      return presentOutcomes(
        await measureUsers(context.platform, { actor: requireActor(context), targets, measure, reason }),
      )
    }),
  },
}

export type UserMeasure =
  | { type: 'suspend'; days: number }
  | { type: 'ban' }
  | { type: 'activate' }
  | { type: 'role_change'; role: Role }

type Targets = {
  actor: Moderator
  targets: readonly { id: string; lastMeasureId: string | null }[]
  measure: UserMeasure
  reason: string
}

/** Applies a measure to each account, each in its own transaction. */
export async function measureUsers(platform: Platform, { targets, ...input }: Targets): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'user',
    targets,
    apply: (tx, { id, lastMeasureId }) => measureUser(tx, platform, { ...input, userId: id, lastMeasureId }),
  })
}

type OneMeasure = Omit<Targets, 'targets'> & { userId: string; lastMeasureId: string | null }

/** @throws accounts.not_found, users.not_allowed, moderation.changed, users.last_administrator, users.center_busy */
async function measureUser(tx: Tx, platform: Platform, input: OneMeasure): Promise<void> {
  const { actor, userId, measure, reason } = input
  const now = platform.clock.now()
  const user = await lockUserRow(tx, { userId, actorId: actor.userId, now })
  await requireUnchanged(tx, { targetType: 'user', targetId: userId, lastMeasureId: input.lastMeasureId })
  const abilitiesIf = (isCenterBusy: boolean) => userAbilities({ actor, user: { ...user, userId, isCenterBusy } })
  if (!isAllowed({ can: abilitiesIf(false), measure })) throw fail('users.not_allowed')
  if (!isAllowed({ can: abilitiesIf(user.isCenterBusy), measure })) throw fail('users.center_busy')
  const after = stateAfter({ before: stateOf(user), measure, reason, now })
  await applyState(tx, platform, { user, after, reason, now })
  await recordAction(tx, {
    moderatorId: actor.userId,
    targetType: 'user',
    targetId: userId,
    actionType: measure.type,
    reason,
    details: {
      before: stateOf(user),
      ...(measure.type === 'suspend' && { suspension_days: measure.days }),
      ...(measure.type === 'role_change' && { role: measure.role }),
    },
    now,
  })
}

/**
 * Returns the account to its state before a measure. The caller has checked that the member of staff may undo the measure.
 * @returns the details of the new measure
 * @throws accounts.not_found, users.not_allowed, users.last_administrator, users.center_busy
 */
export async function undoUserMeasure(
  tx: Tx,
  platform: Platform,
  input: {
    actor: Moderator
    targetId: string
    actionType: string
    details: Record<string, unknown>
    reason: string
  },
): Promise<Record<string, unknown>> {
  const { actor, targetId: userId, details, reason } = input
  const now = platform.clock.now()
  const user = await lockUserRow(tx, { userId, actorId: actor.userId, now })
  const isCorrection = input.actionType === pointsCorrection
  const after = isCorrection ? stateOf(user) : (details.before as State)
  if (!mayMeasure({ actor, user: { userId, roles: [...user.roles, ...after.roles] } })) throw fail('users.not_allowed')
  if (isCorrection) return undoPointsCorrection(tx, { actor, userId, details, reason, now })
  await applyState(tx, platform, { user, after, reason, now })
  return { before: stateOf(user) }
}

/** As the record stores it. */
type State = { status: UserStatus; suspendedUntil: string | null; suspensionReason: string | null; roles: Role[] }

function stateOf({ status, suspendedUntil, suspensionReason, roles }: UserRow): State {
  return { status, suspendedUntil: suspendedUntil?.toISOString() ?? null, suspensionReason, roles }
}

function isAllowed({ can, measure }: { can: ReturnType<typeof userAbilities>; measure: UserMeasure }): boolean {
  switch (measure.type) {
    case 'suspend':
      return can.suspend
    case 'ban':
      return can.ban
    case 'activate':
      return can.activate
    case 'role_change':
      return can.setRole.includes(measure.role)
  }
}

type Change = { before: State; measure: UserMeasure; reason: string; now: Date }

function stateAfter({ before, measure, reason, now }: Change): State {
  const noSuspension = { suspendedUntil: null, suspensionReason: null }
  switch (measure.type) {
    case 'suspend': {
      const until = new Date(now.getTime() + measure.days * dayMs)
      return { ...before, status: 'suspended', suspendedUntil: until.toISOString(), suspensionReason: reason }
    }
    case 'ban':
      return { ...before, ...noSuspension, status: 'banned', suspensionReason: reason }
    case 'activate':
      return { ...before, ...noSuspension, status: 'active' }
    case 'role_change':
      return { ...before, roles: [measure.role] }
  }
}

type StateChange = { user: UserRow; after: State; reason: string; now: Date }

/** Puts the account into a state, with everything that follows from it, and notifies its user. */
async function applyState(tx: Tx, platform: Platform, { user, after, reason, now }: StateChange): Promise<void> {
  const userId = user.id
  const staysAdministrator = after.roles.includes('admin') && after.status === 'active'
  if (!staysAdministrator && (await isLastAdministrator(tx, { userId, now }))) throw fail('users.last_administrator')
  if (!hasSameRoles(user.roles, after.roles)) await changeRoles(tx, { user, roles: after.roles, now })
  const until = after.suspendedUntil === null ? null : new Date(after.suspendedUntil)
  await setAccountStatus(tx, { userId, status: after.status, until, reason: after.suspensionReason, now })
  if (after.status !== 'active') await signOutEverywhere(tx, { userId })
  await updateCenter(tx, { userId, after, now })
  const change = changeOf({ user, after, until })
  if (change) {
    const mail = measureMail({ change, reason })
    await queueMail(tx, { platform, to: user.email, kind: 'accounts.measure', aboutId: userId, ...mail })
  }
}

/** The change that the mail describes; undefined when the user needs no mail. */
function changeOf({
  user,
  after,
  until,
}: {
  user: UserRow
  after: State
  until: Date | null
}): AccountChange | undefined {
  const [role] = after.roles
  if (!hasSameRoles(user.roles, after.roles) && role) return { kind: 'role', role }
  if (after.status === 'suspended' && until) return { kind: 'suspended', until }
  if (after.status === 'banned') return { kind: 'banned' }
  return user.status === 'active' ? undefined : { kind: 'active' }
}

function hasSameRoles(before: readonly Role[], after: readonly Role[]): boolean {
  return before.length === after.length && before.every((role) => after.includes(role))
}

/** Granting the role of a centre creates a pending centre. */
async function changeRoles(
  tx: Tx,
  { user, roles, now }: { user: UserRow; roles: readonly Role[]; now: Date },
): Promise<void> {
  const [wasCenter, isCenter] = [user.roles.includes('center'), roles.includes('center')]
  if (wasCenter && !isCenter && (await hasUpcomingAppointments(tx, { centerId: user.id, now }))) {
    throw fail('users.center_busy')
  }
  const userType = isCenter ? 'center' : roles.includes('patient') ? 'patient' : undefined
  await replaceRoles(tx, { userId: user.id, roles, ...(userType && { userType }), now })
  if (!isCenter || wasCenter) return
  await createPendingCenter(tx, {
    ownerId: user.id,
    centerName: user.fullName,
    fullName: user.fullName,
    email: user.email,
    phone: null,
    specialty: null,
    now,
  })
}

/** A centre is in the search only while its owner is active and has the role of a centre. */
async function updateCenter(
  tx: Tx,
  { userId, after, now }: { userId: string; after: State; now: Date },
): Promise<void> {
  if (after.status === 'active' && after.roles.includes('center')) {
    await restoreApproval(tx, { centerId: userId, now })
    return
  }
  await withholdApproval(tx, { centerId: userId, now })
  if (after.status !== 'active') {
    await enqueue(tx, cancelAppointmentsOfCenterJob, {
      centerId: userId,
      reason: 'El centro dejó de atender por Senda',
    })
  }
}

/** Returns the centres whose owner's suspension is over to the search. */
export async function endSuspensions(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await runEach({
    log: platform.log,
    rows: await listEndedSuspensions(platform.db, { now }),
    about: (userId) => ({ userId }),
    failure: 'a centre could not be returned to the search',
    run: (userId) =>
      platform.db.transaction().execute(async (tx) => {
        const user = await lockUserRow(tx, { userId, now })
        if (user.status === 'active') await updateCenter(tx, { userId, after: stateOf(user), now })
      }),
  })
}
