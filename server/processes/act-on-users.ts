import type { Role } from '#contract/roles.ts'
import type { UserStatus } from '#contract/user-statuses.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { fail } from '#server/features/accounts/accounts.errors.ts'
import { mayActOn, userAbilities } from '#server/features/accounts/accounts.policy.ts'
import {
  type ActionText,
  actionMail,
  activeText,
  bannedText,
  bellText,
  roleText,
  suspendedText,
  warningText,
  withdrawnWarningText,
} from '#server/features/accounts/mail/actions.ts'
import { listEndedSuspensions, type UserRow } from '#server/features/accounts/repository/users.ts'
import { account, lockUserRow } from '#server/features/accounts/usecases/lock-user-row.ts'
import { countClosingEffects, hasUpcomingAppointments } from '#server/features/appointments/repository/of-center.ts'
import { cancelAppointmentsOfCenterJob } from '#server/features/appointments/usecases/cancel-all-of-center.ts'
import { isLastAdministrator } from '#server/features/auth/repository/administrators.ts'
import { setAccountStatus } from '#server/features/auth/repository/profiles.ts'
import { replaceRoles } from '#server/features/auth/repository/registration.ts'
import { signOutEverywhere } from '#server/features/auth/sessions/sessions.ts'
import { restoreApproval, withholdApproval } from '#server/features/centers/repository/centers.ts'
import { createPendingCenter } from '#server/features/centers/usecases/create-center.ts'
import { presentOutcomes } from '#server/features/moderation/routes/present-action.ts'
import { queueWarning, warningThread } from '#server/features/moderation/usecases/queue-warning.ts'
import {
  actOnEach,
  type Details,
  defineAction,
  type Run,
  type Undo,
  type UndoRun,
} from '#server/features/moderation/usecases/staff-actions.ts'
import type { NewNotification } from '#server/features/notifications/usecases/notify-users.ts'
import { runEach } from '#server/platform/each-row.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

export const actOnUsersRoutes = {
  users: {
    closingEffects: api.users.closingEffects.handler(({ input: { userIds, days }, context: { platform } }) => {
      const now = platform.clock.now()
      const until = days === undefined ? null : endOf({ now, days })
      return countClosingEffects(platform.db, { centerIds: userIds, until, now })
    }),

    suspend: api.users.suspend.handler(async ({ input, context }) =>
      presentOutcomes(
        await actOnEach(context.platform, userActions.suspend, { actor: requireActor(context), ...input }),
      ),
    ),

    ban: api.users.ban.handler(async ({ input, context }) =>
      presentOutcomes(await actOnEach(context.platform, userActions.ban, { actor: requireActor(context), ...input })),
    ),

    activate: api.users.activate.handler(async ({ input, context }) =>
      presentOutcomes(
        await actOnEach(context.platform, userActions.activate, { actor: requireActor(context), ...input }),
      ),
    ),

    warn: api.users.warn.handler(async ({ input, context }) =>
      presentOutcomes(await actOnEach(context.platform, userActions.warn, { actor: requireActor(context), ...input })),
    ),

    setRole: api.users.setRole.handler(async ({ input, context }) =>
      presentOutcomes(
        await actOnEach(context.platform, userActions.setRole, { actor: requireActor(context), ...input }),
      ),
    ),
  },
}

type Can = ReturnType<typeof userAbilities>

/** @throws users.not_allowed, users.center_busy where only the appointments of the user's centre prevent it */
function requireAbility({ actor, row }: Run<UserRow>, isAllowed: (can: Can) => boolean): void {
  const abilitiesIf = (isCenterBusy: boolean) =>
    userAbilities({ actor, user: { ...row, userId: row.id, isCenterBusy } })
  if (!isAllowed(abilitiesIf(false))) throw fail('users.not_allowed')
  if (!isAllowed(abilitiesIf(row.isCenterBusy))) throw fail('users.center_busy')
}

async function mailUser(tx: Tx, { platform, row, reason }: Run<UserRow>, text: ActionText): Promise<void> {
  const mail = actionMail({ ...text, reason })
  await queueMail(tx, { platform, to: row.email, kind: 'accounts.measure', aboutId: row.id, ...mail })
}

/** Its user reads it once the account is active again. */
function bellOfUser({ row, reason }: Run<UserRow>, text: ActionText): NewNotification[] {
  const about = { subject: 'account', id: row.id } as const
  return [{ event: 'accounts.measure', to: { userId: row.id }, about, ...bellText({ ...text, reason }) }]
}

function bellOfWarning({ row, reason }: Run<UserRow>, text: ActionText, details: Details): NewNotification[] {
  const thread = warningThread(details, { subject: `account ${row.id}` })
  return [{ event: 'accounts.warning', to: { userId: row.id }, about: null, thread, ...bellText({ ...text, reason }) }]
}

const noSuspension = { suspendedUntil: null, suspensionReason: null }
const endOf = ({ now, days }: { now: Date; days: number }) => new Date(now.getTime() + days * dayMs)

/** Returns the account to its state before the action, and tells its user which state that is. */
const restoreState: Undo<UserRow> = {
  async apply(tx, run) {
    const { actor, row } = run
    const before = stateBefore(run)
    const roles = [...row.roles, ...before.roles]
    if (!mayActOn({ actor, user: { ...row, userId: row.id, roles } })) throw fail('users.not_allowed')
    await applyState(tx, run, before)
    return { before: stateOf(row) }
  },
  async mail(tx, run) {
    const text = textOfRestored(run.row, stateBefore(run))
    if (text) await mailUser(tx, run, text)
  },
  bell(_tx, run) {
    const text = textOfRestored(run.row, stateBefore(run))
    return text ? bellOfUser(run, text) : []
  },
}

/** What staff do with accounts. Each throws accounts.not_found, users.not_allowed, users.last_administrator, users.center_busy. */
export const userActions = {
  suspend: defineAction<UserRow, { days: number }>({
    target: account,
    type: 'suspend',
    check: (_tx, run) => requireAbility(run, (can) => can.suspend),
    async apply(tx, run) {
      const { row, days, reason } = run
      const suspendedUntil = endOf(run).toISOString()
      await applyState(tx, run, { ...stateOf(row), status: 'suspended', suspendedUntil, suspensionReason: reason })
      return { details: { before: stateOf(row), suspension_days: days } }
    },
    mail: (tx, run) => mailUser(tx, run, suspendedText(endOf(run))),
    bell: (_tx, run) => bellOfUser(run, suspendedText(endOf(run))),
    undo: restoreState,
  }),

  ban: defineAction<UserRow>({
    target: account,
    type: 'ban',
    check: (_tx, run) => requireAbility(run, (can) => can.ban),
    async apply(tx, run) {
      const { row, reason } = run
      await applyState(tx, run, { ...stateOf(row), ...noSuspension, status: 'banned', suspensionReason: reason })
      return { details: { before: stateOf(row) } }
    },
    mail: (tx, run) => mailUser(tx, run, bannedText()),
    bell: (_tx, run) => bellOfUser(run, bannedText()),
    undo: restoreState,
  }),

  activate: defineAction<UserRow>({
    target: account,
    type: 'activate',
    check: (_tx, run) => requireAbility(run, (can) => can.activate),
    async apply(tx, run) {
      await applyState(tx, run, { ...stateOf(run.row), ...noSuspension, status: 'active' })
      return { details: { before: stateOf(run.row) } }
    },
    mail: (tx, run) => mailUser(tx, run, activeText()),
    bell: (_tx, run) => bellOfUser(run, activeText()),
    undo: restoreState,
  }),

  /** Changes nothing: its user reads the reason, and the record keeps it. */
  warn: defineAction<UserRow>({
    target: account,
    type: 'warn',
    check: (_tx, run) => requireAbility(run, (can) => can.warn),
    apply: async () => ({ details: { warningId: newId() } }),
    mail: (tx, { platform, row, reason }) =>
      queueWarning(tx, {
        platform,
        to: row.email,
        kind: 'accounts.warning',
        ...actionMail({ ...warningText(), reason }),
      }),
    bell: (_tx, run, { details }) => bellOfWarning(run, warningText(), details),
    undo: {
      apply: async () => ({}),
      async mail(tx, { platform, row, reason }) {
        const mail = actionMail({ ...withdrawnWarningText, reason })
        await queueMail(tx, { platform, to: row.email, kind: 'accounts.warning', ...mail })
      },
      bell: (_tx, run) => bellOfWarning(run, withdrawnWarningText, run.details),
    },
  }),

  setRole: defineAction<UserRow, { role: Role }>({
    target: account,
    type: 'role_change',
    check: (_tx, run) => requireAbility(run, (can) => can.setRole.includes(run.role)),
    async apply(tx, run) {
      const { row, role } = run
      await applyState(tx, run, { ...stateOf(row), roles: [role] })
      return { details: { before: stateOf(row), role } }
    },
    mail: (tx, run) => mailUser(tx, run, roleText(run.role)),
    bell: (_tx, run) => bellOfUser(run, roleText(run.role)),
    undo: restoreState,
  }),
}

/** The state of the account as the record stores it. */
type State = { status: UserStatus; suspendedUntil: string | null; suspensionReason: string | null; roles: Role[] }

function stateOf({ status, suspendedUntil, suspensionReason, roles }: UserRow): State {
  return { status, suspendedUntil: suspendedUntil?.toISOString() ?? null, suspensionReason, roles }
}

/** The state before the recorded action, without a suspension that has ended since. */
function stateBefore({ details, now }: UndoRun<UserRow>): State {
  const before = details.before as State
  const hasEnded = before.suspendedUntil !== null && new Date(before.suspendedUntil) <= now
  return hasEnded ? { ...before, ...noSuspension, status: 'active' } : before
}

/** Puts the account into a state, with everything that follows from it. */
async function applyState(tx: Tx, { row: user, now }: Pick<Run<UserRow>, 'row' | 'now'>, after: State): Promise<void> {
  const userId = user.id
  const staysAdministrator = after.roles.includes('admin') && after.status === 'active'
  if (!staysAdministrator && (await isLastAdministrator(tx, { userId, now }))) throw fail('users.last_administrator')
  if (!hasSameRoles(user.roles, after.roles)) await changeRoles(tx, { user, roles: after.roles, now })
  const until = after.suspendedUntil === null ? null : new Date(after.suspendedUntil)
  await setAccountStatus(tx, { userId, status: after.status, until, reason: after.suspensionReason, now })
  if (after.status !== 'active') await signOutEverywhere(tx, { userId })
  await updateCenter(tx, { userId, after, now })
}

/** Undefined when a suspension has ended in the meantime, so that nothing changes for the user. */
function textOfRestored(user: UserRow, { roles, status, suspendedUntil }: State): ActionText | undefined {
  const [role] = roles
  if (!hasSameRoles(user.roles, roles) && role) return roleText(role)
  if (status === 'suspended' && suspendedUntil !== null) return suspendedText(new Date(suspendedUntil))
  if (status === 'banned') return bannedText()
  return user.status === 'active' ? undefined : activeText()
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
    await enqueue(tx, cancelAppointmentsOfCenterJob, { centerId: userId })
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
