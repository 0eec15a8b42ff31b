import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { verifyRecord } from '#server/features/moderation/usecases/record-action.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { mailsPerDay, takeMail } from '#server/platform/mail-allowance.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { actOnUsersRoutes, endSuspensions } from '#server/processes/act-on-users.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { monday } from '#server/testing/booking.ts'
import {
  buildAccount,
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { usersRoutes } from './users.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

const users = { ...usersRoutes, ...actOnUsersRoutes.users }
const routes = { users, moderation: undoActionRoutes.moderation }
const reason = 'Reservó y no fue, tres veces.'

async function buildStaff(role: Role) {
  const { userId } = await buildAccount(platform, { fullName: `Equipo ${role}` })
  await setRole(userId, role)
  const actor = actorOf([role], userId)
  return { userId, client: clientOf(platform, routes, { bearer: userId, authenticate: () => Promise.resolve(actor) }) }
}

async function setRole(userId: string, role: Role): Promise<void> {
  await platform.db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await platform.db.insertInto('user_roles').values({ user_id: userId, role }).execute()
}

async function insertMember(platform: TestPlatform, { userId, centerId }: { userId: string; centerId: string }) {
  const values = {
    user_id: userId,
    center_id: centerId,
    member_role: 'reception',
    created_at: platform.clock.now(),
  } as const
  await platform.db.insertInto('center_members').values(values).execute()
}

const fresh = (id: string) => [{ id, lastActionId: null }]

test('a warning after a suspension leaves its undo, and both can be undone in either order', async () => {
  const { client } = await buildStaff('moderator')
  const other = await buildStaff('moderator')
  const { patientId } = await buildPatient(platform, { verified: true })
  const latest = async () => (await client.users.get({ userId: patientId })).actions
  await client.users.suspend({ targets: fresh(patientId), days: 7, reason })
  const [suspension] = await latest()
  await client.users.warn({ targets: [{ id: patientId, lastActionId: suspension?.id ?? null }], reason })
  expect(await latest()).toMatchObject([
    { actionType: 'warn', can: { undo: true } },
    { actionType: 'suspend', can: { undo: true } },
  ])
  await other.client.moderation.undo({ actionId: suspension?.id ?? '', reason })
  expect((await client.users.get({ userId: patientId })).user).toMatchObject({ status: 'active' })
  const warning = (await latest()).find(({ actionType }) => actionType === 'warn')
  const activated = { id: patientId, lastActionId: (await latest())[0]?.id ?? null }
  await client.users.suspend({ targets: [activated], days: 1, reason })
  await other.client.moderation.undo({ actionId: warning?.id ?? '', reason })
  expect((await client.users.get({ userId: patientId })).user).toMatchObject({ status: 'suspended' })
})

test('the mail of a warning is sent, whatever staff do with the account before it leaves', async () => {
  const { client } = await buildStaff('moderator')
  const { patientId } = await buildPatient(platform, { verified: true })
  await client.users.warn({ targets: fresh(patientId), reason })
  const [warned] = (await client.users.get({ userId: patientId })).actions
  await client.users.suspend({ targets: [{ id: patientId, lastActionId: warned?.id ?? null }], days: 7, reason })
  const server = await startMailServer()
  await runJobs({ ...platform, settings: { ...platform.settings, smtpUrl: `smtp://127.0.0.1:${server.port}` } })
  const received = server.received.filter(({ to }) => to?.[0]?.address === `${patientId}@prueba.uy`)
  expect(received.map(({ subject }) => subject)).toEqual([
    'Una advertencia sobre tu cuenta de Senda',
    'Suspendimos tu cuenta de Senda',
  ])
})

test('a warning that its unverified address cannot receive today is refused, and the record has none', async () => {
  const { client } = await buildStaff('moderator')
  const { patientId } = await buildPatient(platform)
  const to = `${patientId}@prueba.uy`
  for (let n = 0; n < mailsPerDay; n += 1) await takeMail(platform.db, { platform, to, kind: 'test' })
  const { items } = await client.users.warn({ targets: fresh(patientId), reason })
  expect(items).toMatchObject([{ isDone: false, refusal: { code: 'moderation.warning_withheld' } }])
  expect((await client.users.get({ userId: patientId })).actions).toEqual([])
})

test('a suspension ends the sessions, is announced by mail with its reason, and ends by itself', async () => {
  const { client } = await buildStaff('moderator')
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  const { tokens } = await signIn(platform, patientId)
  expect(await authenticate(platform, tokens.access_token)).toMatchObject({ userId: patientId })

  expect(await client.users.suspend({ targets: fresh(patientId), days: 7, reason })).toEqual({
    items: [{ id: patientId, isDone: true, refusal: null }],
  })
  expect(await authenticate(platform, tokens.access_token)).toBeUndefined()
  const { user, sessions, actions } = await client.users.get({ userId: patientId })
  const until = new Date(platform.clock.now().getTime() + 7 * dayMs).toISOString()
  expect(user).toMatchObject({ status: 'suspended', suspendedUntil: until, suspensionReason: reason })
  expect(sessions).toEqual([])
  expect(actions).toMatchObject([
    { actionType: 'suspend', reason, details: { suspension_days: 7 }, can: { undo: true } },
  ])
  const [mail] = await listMails(platform, { limit: 1 })
  expect(mail).toMatchObject({ to: `${patientId}@prueba.uy`, subject: 'Suspendimos tu cuenta de Senda' })
  expect(mail?.text).toContain(reason)

  const later = await testPlatformLater(7 * dayMs)
  const after = await clientOf(later, routes, adminCaller).users.get({ userId: patientId })
  expect(after.user).toMatchObject({ status: 'active', suspendedUntil: null, suspensionReason: null })
})

test('a warning is mailed with its reason and recorded, and changes nothing; its undo is mailed as well', async () => {
  const { client } = await buildStaff('moderator')
  const { patientId } = await buildPatient(platform)
  await signIn(platform, patientId)
  const read = () => client.users.get({ userId: patientId })
  const before = await read()
  expect((await client.users.warn({ targets: fresh(patientId), reason })).items).toMatchObject([{ isDone: true }])
  const { actions, user, sessions } = await read()
  expect(actions).toMatchObject([{ actionType: 'warn', reason, details: {}, can: { undo: true } }])
  expect(user).toEqual({ ...before.user, lastActionId: actions[0]?.id })
  expect(sessions).toEqual(before.sessions)
  const lastMail = async () => (await listMails(platform, { limit: 1 }))[0]
  const to = `${patientId}@prueba.uy`
  expect(await lastMail()).toMatchObject({ to, subject: 'Una advertencia sobre tu cuenta de Senda' })
  expect((await lastMail())?.text).toContain(reason)

  const again = await client.users.warn({ targets: fresh(patientId), reason })
  expect(again.items[0]?.refusal?.code).toBe('moderation.changed')
  await client.moderation.undo({ actionId: actions[0]?.id ?? '', reason: 'Era otra persona.' })
  expect(await lastMail()).toMatchObject({ to, subject: 'Retiramos una advertencia' })
  expect((await read()).user).toEqual({ ...user, lastActionId: (await read()).actions[0]?.id })
})

const adminCaller = { bearer: 'x', authenticate: () => Promise.resolve(actorOf(['admin'])) }

/** The same database at a later time. */
function testPlatformLater(ms: number): Promise<TestPlatform> {
  const now = new Date(platform.clock.now().getTime() + ms)
  return Promise.resolve({ ...platform, clock: { ...platform.clock, now: () => now } })
}

test('when two moderators act on one account simultaneously, one succeeds and the other reads what happened', async () => {
  const [first, second] = [await buildStaff('moderator'), await buildStaff('moderator')]
  const { patientId } = await buildPatient(platform)
  const outcomes = await Promise.all([
    first.client.users.suspend({ targets: fresh(patientId), days: 7, reason }),
    second.client.users.ban({ targets: fresh(patientId), reason: 'Cuenta falsa.' }),
  ])
  const items = outcomes.flatMap((outcome) => outcome.items)
  expect(items.filter(({ isDone }) => isDone)).toHaveLength(1)
  const [refused] = items.filter(({ isDone }) => !isDone)
  expect(refused?.refusal).toMatchObject({ code: 'moderation.changed', last: { moderatorName: 'Equipo moderator' } })
  const { actions } = await first.client.users.get({ userId: patientId })
  expect(actions).toHaveLength(1)
})

test('moderators act neither on staff nor on themselves, and set only the roles of patients and centres', async () => {
  const moderator = await buildStaff('moderator')
  const administrator = await buildStaff('admin')
  const { patientId } = await buildPatient(platform)
  const targets = [moderator.userId, administrator.userId, (await buildStaff('moderator')).userId]
  const outcome = await moderator.client.users.ban({ targets: targets.flatMap(fresh), reason })
  expect(outcome.items.map(({ refusal }) => refusal?.code)).toEqual(targets.map(() => 'users.not_allowed'))
  for (const role of ['moderator', 'admin'] as const) {
    const { items } = await moderator.client.users.setRole({ targets: fresh(patientId), role, reason })
    expect(items[0]?.refusal?.code).toBe('users.not_allowed')
  }
  const { user } = await moderator.client.users.get({ userId: administrator.userId })
  expect(user.can).toEqual({
    suspend: false,
    ban: false,
    activate: false,
    warn: false,
    correctPoints: false,
    setRole: [],
  })
  const own = await administrator.client.users.get({ userId: administrator.userId })
  expect(own.user.can).toEqual({
    suspend: false,
    ban: false,
    activate: false,
    warn: false,
    correctPoints: false,
    setRole: [],
  })
})

test.each(['moderator', 'admin'] as const)(
  'staff (%s) who work at a centre act on none of its accounts, and undo no action on one',
  async (role) => {
    const { centerId: ownerId } = await buildCenter(platform)
    const { userId: receptionId } = await buildMember(platform, { centerId: ownerId, role: 'reception' })
    const staff = await buildStaff(role)
    await insertMember(platform, { userId: staff.userId, centerId: ownerId })
    const other = await buildStaff('admin')
    for (const userId of [ownerId, receptionId]) {
      const { user } = await staff.client.users.get({ userId })
      expect(user.can).toMatchObject({ suspend: false, ban: false, warn: false, correctPoints: false, setRole: [] })
      const { items } = await staff.client.users.ban({ targets: fresh(userId), reason })
      expect(items[0]?.refusal?.code).toBe('users.not_allowed')
    }
    await other.client.users.suspend({ targets: fresh(ownerId), days: 30, reason })
    const [suspension] = (await staff.client.users.get({ userId: ownerId })).actions
    expect(suspension?.can.undo).toBe(false)
    await expect(staff.client.moderation.undo({ actionId: suspension?.id ?? '', reason })).rejects.toMatchObject({
      code: 'users.not_allowed',
    })
    expect((await other.client.users.get({ userId: ownerId })).user).toMatchObject({ status: 'suspended' })
  },
)

test('when two administrators ban each other simultaneously, one stays', async () => {
  const emptyPlatform = await testPlatform()
  const admins = await Promise.all(
    ['uno', 'dos'].map(async (name) => {
      const { userId } = await buildAccount(emptyPlatform, { fullName: name })
      await emptyPlatform.db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
      await emptyPlatform.db.insertInto('user_roles').values({ user_id: userId, role: 'admin' }).execute()
      const authenticate = () => Promise.resolve(actorOf(['admin'], userId))
      return { userId, client: clientOf(emptyPlatform, routes, { bearer: userId, authenticate }) }
    }),
  )
  const [first, second] = admins
  if (!first || !second) throw new Error('two were built')
  const outcomes = await Promise.all([
    first.client.users.ban({ targets: fresh(second.userId), reason }),
    second.client.users.ban({ targets: fresh(first.userId), reason }),
  ])
  const items = outcomes.flatMap((outcome) => outcome.items)
  expect(items.filter(({ isDone }) => isDone)).toHaveLength(1)
  expect(items.find(({ isDone }) => !isDone)?.refusal?.code).toBe('users.last_administrator')
})

test('banning the owner of a centre hides it and cancels its appointments; undoing it shows the centre again', async () => {
  const { client } = await buildStaff('moderator')
  const { centerId } = await buildCenter(platform)
  const professional = await buildProfessional(platform, { centerId })
  const { patientId } = await buildPatient(platform)
  const appointment = await buildAppointment(platform, { ...professional, patientId, startsAt: monday })
  await client.users.ban({ targets: fresh(centerId), reason })
  const isShown = async () =>
    (
      await platform.db
        .selectFrom('center_profiles')
        .select('approved_at')
        .where('id', '=', centerId)
        .executeTakeFirstOrThrow()
    ).approved_at !== null
  expect(await isShown()).toBe(false)
  await runJobs(platform)
  const row = await platform.db
    .selectFrom('appointments')
    .select(['status', 'cancelled_by', 'refund_percent'])
    .where('id', '=', appointment.appointmentId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'cancelled', cancelled_by: 'staff', refund_percent: 100 })

  const [action] = (await client.users.get({ userId: centerId })).actions
  const undone = await client.moderation.undo({ actionId: action?.id ?? '', reason: 'Era otro centro.' })
  expect(undone).toMatchObject({ undoneBy: { reason: 'Era otro centro.' }, can: { undo: false } })
  expect(await isShown()).toBe(true)
  expect((await client.users.get({ userId: centerId })).user).toMatchObject({ status: 'active' })
})

test('suspending the owner of a centre cancels what begins before the end, counts it beforehand, and keeps what begins at the end', async () => {
  const { client } = await buildStaff('moderator')
  const { centerId } = await buildCenter(platform)
  const end = platform.clock.now().getTime() + 7 * dayMs
  const statusesOf = async () => {
    const rows = platform.db.selectFrom('appointments').where('center_id', '=', centerId).orderBy('starts_at')
    return (await rows.select('status').execute()).map(({ status }) => status)
  }
  const { patientId } = await buildPatient(platform, { fullName: 'Vera Prieto', verified: true })
  const other = await buildPatient(platform)
  const book = async (patient: string, starts: number[]) => {
    const professional = await buildProfessional(platform, { centerId })
    for (const startsAt of starts) {
      await buildAppointment(platform, { ...professional, patientId: patient, startsAt: new Date(startsAt) })
    }
  }
  await book(patientId, [end - dayMs, end])
  // Its first appointment begins inside the suspension and ends after it.
  await book(other.patientId, [end - minuteMs, end + dayMs])
  await platform.db.updateTable('appointments').set({ paid_amount: 50_000 }).where('center_id', '=', centerId).execute()
  const inSuspension = { cancelled: 2, people: 2, paidCents: 100_000, kept: 2 }
  expect(await client.users.closingEffects({ userIds: [centerId], days: 7 })).toMatchObject(inSuspension)
  expect(await client.users.closingEffects({ userIds: [centerId] })).toMatchObject({ cancelled: 4, kept: 0 })

  await client.users.suspend({ targets: fresh(other.patientId), days: 7, reason })
  await runJobs(platform)
  expect(new Set(await statusesOf()), 'what a suspended patient booked').toEqual(new Set(['confirmed']))

  await client.users.suspend({ targets: fresh(centerId), days: 7, reason })
  await runJobs(platform)
  expect(await statusesOf()).toEqual(['cancelled', 'cancelled', 'confirmed', 'confirmed'])
  const notified = platform.db.selectFrom('notifications').select(['title', 'message']).where('user_id', '=', patientId)
  expect(await notified.execute()).toContainEqual({
    title: 'Senda canceló tu cita',
    message: expect.stringMatching(/\. Senda suspendió al centro\. Recuperas los \$\s500 que pagaste\.$/),
  })
  const mails = (await listAllMails(platform, { limit: 500 })).filter(
    ({ subject }) => subject === 'Senda canceló tu cita',
  )
  expect(mails[0]?.text).toContain('Senda suspendió al centro')
  expect(mails[0]?.text).not.toContain('El centro escribió')

  const last = (await client.users.get({ userId: centerId })).user.lastActionId
  await client.users.ban({ targets: [{ id: centerId, lastActionId: last }], reason })
  await runJobs(platform)
  expect(await statusesOf()).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled'])
})

test('a centre returns to the search when the suspension of its owner is over', async () => {
  const { client } = await buildStaff('moderator')
  const { centerId } = await buildCenter(platform)
  await client.users.suspend({ targets: fresh(centerId), days: 1, reason })
  const approvedAt = () =>
    platform.db.selectFrom('center_profiles').select('approved_at').where('id', '=', centerId).executeTakeFirst()
  await endSuspensions(platform)
  expect(await approvedAt()).toEqual({ approved_at: null })
  await endSuspensions(await testPlatformLater(dayMs))
  expect((await approvedAt())?.approved_at).toBeInstanceOf(Date)
})

test('a centre that cannot return to the search does not keep the others', async () => {
  const { client } = await buildStaff('moderator')
  const centerIds: string[] = []
  for (let n = 0; n < 3; n += 1) centerIds.push((await buildCenter(platform)).centerId)
  for (const centerId of centerIds) await client.users.suspend({ targets: fresh(centerId), days: 1, reason })
  const shown = async () => {
    const rows = await platform.db
      .selectFrom('center_profiles')
      .select('id')
      .where('id', 'in', centerIds)
      .where('approved_at', 'is not', null)
      .execute()
    return rows.map(({ id }) => id).sort()
  }
  const accept = await refuseRow(platform.db, { table: 'center_profiles', value: centerIds[0] ?? '' })
  await endSuspensions(await testPlatformLater(dayMs))
  expect(await shown()).toEqual(centerIds.slice(1).sort())
  await accept()
  await endSuspensions(await testPlatformLater(dayMs))
  expect(await shown()).toEqual([...centerIds].sort())
})

test('only the latest action in effect can be undone, once, and undoing restores what it replaced', async () => {
  const { client } = await buildStaff('moderator')
  const { patientId } = await buildPatient(platform)
  const actions = async () => (await client.users.get({ userId: patientId })).actions
  await client.users.suspend({ targets: fresh(patientId), days: 30, reason })
  const [suspension] = await actions()
  await client.users.ban({ targets: [{ id: patientId, lastActionId: suspension?.id ?? null }], reason })
  const [ban] = await actions()
  expect((await actions()).map(({ can }) => can.undo)).toEqual([true, false])
  await expect(client.moderation.undo({ actionId: suspension?.id ?? '', reason })).rejects.toMatchObject({
    code: 'moderation.superseded',
  })
  await client.moderation.undo({ actionId: ban?.id ?? '', reason })
  const restored = await client.users.get({ userId: patientId })
  expect(restored.user).toMatchObject({ status: 'suspended', suspensionReason: reason })
  await expect(client.moderation.undo({ actionId: ban?.id ?? '', reason })).rejects.toMatchObject({
    code: 'moderation.already_undone',
  })
  await client.moderation.undo({ actionId: suspension?.id ?? '', reason })
  expect((await client.users.get({ userId: patientId })).user.status).toBe('active')
})

test('an account whose name has one letter becomes a centre with a name that can be stored', async () => {
  const { client } = await buildStaff('admin')
  const { patientId } = await buildPatient(platform, { verified: true, fullName: 'Y' })
  const { items } = await client.users.setRole({ targets: fresh(patientId), role: 'center', reason })
  expect(items).toMatchObject([{ isDone: true }])
  const rows = await platform.db
    .selectFrom('center_profiles')
    .select('center_name')
    .where('id', '=', patientId)
    .execute()
  expect(rows).toEqual([{ center_name: 'Centro de Y' }])
})

test('granting the role of a centre creates a pending centre; taking it away is refused while the centre has upcoming appointments', async () => {
  const { client } = await buildStaff('admin')
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await client.users.setRole({ targets: fresh(patientId), role: 'center', reason })
  const center = await platform.db
    .selectFrom('center_profiles')
    .select(['center_name', 'approved_at'])
    .where('id', '=', patientId)
    .executeTakeFirst()
  expect(center).toEqual({ center_name: 'Irma Sosa', approved_at: null })

  const { centerId } = await buildCenter(platform)
  const professional = await buildProfessional(platform, { centerId })
  const { patientId: visitor } = await buildPatient(platform)
  await buildAppointment(platform, { ...professional, patientId: visitor, startsAt: monday })
  const { items } = await client.users.setRole({ targets: fresh(centerId), role: 'patient', reason })
  expect(items[0]?.refusal?.code).toBe('users.center_busy')
})

test('the list finds accounts by a part of the name or address, by role and by status, and pages through them', async () => {
  const fullPlatform = await testPlatform()
  for (const n of [1, 2, 3, 4, 5]) await buildPatient(fullPlatform, { fullName: `Índalo Núñez ${n}` })
  const { centerId } = await buildCenter(fullPlatform)
  // Signing up sets the time by the clock, in milliseconds.
  await fullPlatform.db.updateTable('profiles').set({ created_at: fullPlatform.clock.now() }).execute()
  const client = clientOf(fullPlatform, users, adminCaller)
  expect((await client.list({ text: 'INDALO nun' })).items).toHaveLength(5)
  expect((await client.list({ text: centerId.slice(0, 35) })).items.map(({ id }) => id)).toEqual([centerId])
  expect((await client.list({ text: '%_%' })).items).toEqual([])
  expect((await client.list({ role: 'center' })).items.map(({ id }) => id)).toEqual([centerId])
  expect((await client.list({ status: 'banned' })).items).toEqual([])
  for (const order of ['newest', 'oldest'] as const) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await client.list({ order, limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size, order).toBe(6)
    expect(seen).toHaveLength(6)
  }
})

test.each([
  ['0 days', { days: 0 }],
  ['a negative number of days', { days: -1 }],
  ['a million days', { days: 1e6 }],
  ['half a day', { days: 0.5 }],
  ['a text as days', { days: 'siete' as unknown as number }],
  ['a reason of spaces', { reason: '   ' }],
  ['a reason of 10,000 letters', { reason: 'a'.repeat(10_000) }],
  [
    '10,000 rows',
    { targets: Array.from({ length: 10_000 }, () => fresh('019a9f00-0000-7000-8000-00000000000f')).flat() },
  ],
])('%s is refused', async (_name, invalid) => {
  const client = clientOf(platform, users, adminCaller)
  const { patientId } = await buildPatient(platform)
  const valid = { targets: fresh(patientId), days: 7, reason }
  await expect(client.suspend({ ...valid, ...invalid })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('staff read the device of a session as its owner does, and no user agent', async () => {
  const client = clientOf(platform, users, adminCaller)
  const { patientId } = await buildPatient(platform)
  const { sessionId } = await signIn(platform, patientId)
  const agent =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
  await platform.db.updateTable('sessions').set({ user_agent: agent }).where('id', '=', sessionId).execute()
  const { sessions } = await client.get({ userId: patientId })
  expect(sessions).toMatchObject([{ device: 'Chrome en Android' }])
  expect(JSON.stringify(sessions)).not.toContain('Mozilla')
})

test('a deleted account and an unknown role are refused', async () => {
  const client = clientOf(platform, users, adminCaller)
  const { items } = await client.ban({ targets: fresh('019a9f00-0000-7000-8000-00000000000f'), reason })
  expect(items[0]?.refusal?.code).toBe('accounts.not_found')
  const targets = fresh((await buildPatient(platform)).patientId)
  await expect(client.setRole({ targets, role: 'dueño' as Role, reason })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('the record is never changed or deleted, and a row that was changed anyway is found', async () => {
  const recordedPlatform = await testPlatform()
  const client = clientOf(recordedPlatform, users, {
    ...adminCaller,
    authenticate: () => Promise.resolve(actorOf(['admin'], moderatorId)),
  })
  const { userId: moderatorId } = await buildAccount(recordedPlatform)
  for (const n of [1, 2, 3]) {
    const { patientId } = await buildPatient(recordedPlatform)
    await client.ban({ targets: fresh(patientId), reason: `Motivo ${n}` })
  }
  expect(await verifyRecord(recordedPlatform.db)).toEqual({ rows: 3, fault: undefined })
  const change = () =>
    recordedPlatform.db.updateTable('moderation_actions').set({ reason: 'Otro' }).where('sequence', '=', 2).execute()
  const remove = (sequence: number) =>
    recordedPlatform.db.deleteFrom('moderation_actions').where('sequence', '=', sequence).execute()
  await expect(change()).rejects.toThrow('never changed')
  await expect(remove(3)).rejects.toThrow('never changed')

  await sql`alter table moderation_actions disable trigger moderation_actions_keep`.execute(recordedPlatform.db)
  await remove(3)
  expect(await verifyRecord(recordedPlatform.db)).toEqual({ rows: 2, fault: 'the last rows are missing' })
  await change()
  expect(await verifyRecord(recordedPlatform.db)).toEqual({
    rows: 2,
    fault: 'row 2 does not follow from the row before it',
  })
})
