import type { RouterClient } from '@orpc/server'
import type { Role } from '#contract/roles.ts'
import { usersRoutes } from '#server/features/accounts/routes/users.ts'
import { centerRecordsRoutes } from '#server/features/centers/routes/records.ts'
import { commissionsRoutes } from '#server/features/commissions/routes/commissions.ts'
import { moderationRoutes } from '#server/features/moderation/routes/moderation.ts'
import { actOnEach, type Targets } from '#server/features/moderation/usecases/staff-actions.ts'
import { actOnUsersRoutes, userActions } from '#server/processes/act-on-users.ts'
import { centerProfileRoutes } from '#server/processes/center-profile.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { reportQueueRoutes } from '#server/processes/report-queue.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { buildWithRoles, setStatus } from '#server/testing/access-matrix/people.ts'
import { buildReadyCenter } from '#server/testing/access-matrix/targets.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAppointment } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { signIn } from '#server/testing/signed-in.ts'

const routes = {
  users: { ...usersRoutes, ...actOnUsersRoutes.users },
  centerRecords: { ...centerRecordsRoutes, ...centerProfileRoutes.centerRecords },
  commissions: commissionsRoutes,
  moderation: { ...moderationRoutes, ...undoActionRoutes.moderation },
  reports: reportQueueRoutes.reports,
}

export type Staff = {
  platform: TestPlatform
  userId: string
  role: Role
  client: RouterClient<typeof routes>
}

export async function buildStaff(platform: TestPlatform, role: Role): Promise<Staff> {
  const userId = await buildWithRoles(platform, [role])
  const authenticate = () => Promise.resolve(actorOf([role], userId))
  return { platform, userId, role, client: clientOf(platform, routes, { bearer: userId, authenticate }) }
}

/** A row that staff see, and for each action that its screen may offer, the request that takes it. */
export type Offers = { path: string; name: string; actions: Record<string, () => Promise<unknown>> }

export type OffersCase = {
  row: string
  build(staff: Staff): Promise<Offers>
  /** The row is chosen in its list before the actions show. */
  isChosen?: true
  /** The screen opens these in turn before the actions show, for example a dialog. */
  opens?: readonly string[]
}

export const reason = 'Prueba de permisos.'
let nameCount = 0

/** Gives an account a unique name, by which the test finds its row. */
export async function nameAccount({ db }: TestPlatform, userId: string): Promise<string> {
  nameCount += 1
  const name = `Persona ${'abcdefghijklmnopqrstuvwxyz'[nameCount % 26]}${nameCount}`
  await db.updateTable('profiles').set({ full_name: name }).where('id', '=', userId).execute()
  return name
}

export async function nameCenter({ db }: TestPlatform, centerId: string): Promise<string> {
  nameCount += 1
  const name = `Consultorio ${nameCount} Sur`
  await db.updateTable('center_profiles').set({ center_name: name }).where('id', '=', centerId).execute()
  return name
}

export const otherStaff = (staff: Staff) => buildWithRoles(staff.platform, ['admin'])
export const untouchedTarget = (id: string) => [{ id, lastActionId: null }]

type BuildUser = (staff: Staff) => Promise<string>
export const withRole =
  (role: Role): BuildUser =>
  ({ platform }) =>
    buildWithRoles(platform, [role])
const withStatus =
  (status: 'suspended' | 'banned'): BuildUser =>
  async ({ platform }) => {
    const userId = await buildWithRoles(platform, ['patient'])
    await setStatus(platform, { userId, status })
    return userId
  }

/** An owner whose centre has an appointment tomorrow. */
const busyOwner: BuildUser = async ({ platform }) => {
  const userId = await buildWithRoles(platform, ['center'])
  await buildAppointment(platform, { centerId: await buildReadyCenter(platform, { userId, isApproved: true }) })
  return userId
}

export const buildDeletedUser: BuildUser = async ({ platform }) => {
  const userId = await buildWithRoles(platform, ['patient'])
  const { sessionId } = await signIn(platform, userId)
  await deleteAccount(platform, { actor: { userId, sessionId }, currentPassword: null })
  return userId
}

export const users: Record<string, BuildUser> = {
  'their own account': async ({ userId }) => userId,
  'a patient': withRole('patient'),
  'a centre': withRole('center'),
  'a centre with upcoming appointments': busyOwner,
  'a moderator': withRole('moderator'),
  'an administrator': withRole('admin'),
  'a suspended patient': withStatus('suspended'),
  'a banned patient': withStatus('banned'),
  'a patient whose suspension is over': async (staff) => {
    const userId = await withStatus('suspended')(staff)
    const past = { suspended_until: new Date('2026-01-01') }
    await staff.platform.db.updateTable('profiles').set(past).where('id', '=', userId).execute()
    return userId
  },
}

/** What the page of an account offers; a role is set in a dialog. */
export const accountCases: OffersCase[] = Object.entries(users).map(([row, build]) => ({
  row,
  async build(staff) {
    const id = await build(staff)
    const { users: client } = staff.client
    return {
      path: `/admin/dashboard?persona=${id}`,
      name: await nameAccount(staff.platform, id),
      actions: {
        'Suspender…': () => client.suspend({ targets: untouchedTarget(id), days: 7, reason }),
        'Bloquear…': () => client.ban({ targets: untouchedTarget(id), reason }),
        'Activar…': () => client.activate({ targets: untouchedTarget(id), reason }),
        'Advertir por correo…': () => client.warn({ targets: untouchedTarget(id), reason }),
      },
    }
  },
}))

/** What the list of accounts offers for a chosen row. */
export const accountListCases: OffersCase[] = accountCases.map(({ row, build }) => ({
  row,
  isChosen: true,
  async build(staff) {
    const offers = await build(staff)
    return { ...offers, path: `/admin/dashboard?${new URLSearchParams({ q: offers.name })}` }
  },
}))

type Act = (platform: TestPlatform, input: Targets) => Promise<unknown>
export const suspend: Act = (platform, input) => actOnEach(platform, userActions.suspend, { ...input, days: 7 })
const setRole =
  (role: Role): Act =>
  (platform, input) =>
    actOnEach(platform, userActions.setRole, { ...input, role })

type BuildTargetUser = (staff: Staff) => Promise<string>
const afterAction =
  (buildUser: BuildUser, act: Act, by: (staff: Staff) => Promise<string> = otherStaff): BuildTargetUser =>
  async (staff) => {
    const id = await buildUser(staff)
    const actor = { userId: await by(staff), roles: ['admin'] as const }
    await act(staff.platform, { actor, targets: untouchedTarget(id), reason })
    return id
  }

const targetUsers: Record<string, BuildTargetUser> = {
  'a suspension by another member of staff': afterAction(withRole('patient'), suspend),
  'a suspension of their own': afterAction(withRole('patient'), suspend, async ({ userId }) => userId),
  'an action on a moderator': afterAction(withRole('moderator'), suspend),
  'the role of a moderator that was taken away': afterAction(withRole('moderator'), setRole('patient')),
  'the role of an owner whose centre now has upcoming appointments': async (staff) => {
    const id = await afterAction(withRole('patient'), setRole('center'))(staff)
    await buildAppointment(staff.platform, { centerId: id })
    return id
  },
  'an action that another one followed': async (staff) => {
    const id = await afterAction(withRole('patient'), suspend)(staff)
    const { user } = await staff.client.users.get({ userId: id })
    await staff.client.users.activate({ targets: [{ id, lastActionId: user.lastActionId }], reason })
    return id
  },
}

/** The first action on the account, which the history offers to undo. */
export const undoCases: OffersCase[] = Object.entries(targetUsers).map(([row, build]) => ({
  row,
  async build(staff) {
    const id = await build(staff)
    const first = await staff.platform.db
      .selectFrom('moderation_actions')
      .select(['id', 'sequence'])
      .where('target_id', '=', id)
      .orderBy('sequence')
      .executeTakeFirstOrThrow()
    const name = await nameAccount(staff.platform, id)
    return {
      path: `/admin/dashboard?persona=${id}`,
      name,
      actions: { 'Deshacer…': () => staff.client.moderation.undo({ actionId: first.id, reason }) },
    }
  },
}))
