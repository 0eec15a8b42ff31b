import { describe, expect, test } from 'vitest'
import { type Role, roles, staffRoles } from '#contract/roles.ts'
import { users } from '#contract/users.ts'
import { newId } from '#server/platform/ids.ts'
import { actOnUsersRoutes } from '#server/processes/act-on-users.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { usersRoutes } from './routes/users.ts'

const platform = await testPlatform()
const reason = 'Prueba de permisos.'

async function buildAccountOf(role: Role): Promise<string> {
  const { userId } = await buildAccount(platform)
  await platform.db.updateTable('user_roles').set({ role }).where('user_id', '=', userId).execute()
  return userId
}

type Client = ReturnType<typeof clientOfStaff>
type User = Awaited<ReturnType<Client['get']>>['user']
const reads = ['list', 'get', 'points', 'closingEffects'] as const
type Action = Exclude<keyof typeof users, (typeof reads)[number]>

function clientOfStaff({ role, userId }: { role: Role; userId: string }) {
  return clientOf(
    platform,
    { ...usersRoutes, ...actOnUsersRoutes.users },
    { bearer: userId, authenticate: async () => actorOf([role], userId) },
  )
}

/** Whether the row of an account offers an action, and the request that takes it. */
const actions: Record<
  Action,
  { isOffered(user: User, role: Role): boolean; take(client: Client, user: User, role: Role): Promise<unknown> }
> = {
  suspend: {
    isOffered: ({ can }) => can.suspend,
    take: (client, user) => client.suspend({ ...about(user), days: 7 }),
  },
  ban: { isOffered: ({ can }) => can.ban, take: (client, user) => client.ban(about(user)) },
  activate: { isOffered: ({ can }) => can.activate, take: (client, user) => client.activate(about(user)) },
  warn: { isOffered: ({ can }) => can.warn, take: (client, user) => client.warn(about(user)) },
  setRole: {
    isOffered: ({ can }, role) => can.setRole.includes(role),
    take: (client, user, role) => client.setRole({ ...about(user), role }),
  },
  correctPoints: {
    isOffered: ({ can }) => can.correctPoints,
    async take(client, { id: userId }) {
      const correction = client.correctPoints({ userId, points: 5, reason, movementId: newId() })
      const isDone = await correction.then(
        () => true,
        () => false,
      )
      return { items: [{ id: userId, isDone }] }
    },
  },
}

const about = ({ id, lastActionId }: User) => ({ targets: [{ id, lastActionId }], reason })

const names = (Object.keys(users) as (keyof typeof users)[]).filter(
  (name): name is Action => !(reads as readonly string[]).includes(name),
)
const targets = ['own', ...roles] as const

describe.each(names)('%s', (name) => {
  test.each(
    staffRoles.flatMap((actor) =>
      targets.flatMap((target) =>
        (['active', 'banned'] as const).flatMap((status) =>
          (name === 'setRole' ? roles : (['patient'] as const)).map((role) => ({ actor, target, status, role })),
        ),
      ),
    ),
  )('the server accepts it exactly where the row offers it: $actor, $target, $status, $role', async (row) => {
    // A third administrator, so that the last one is never the reason of a refusal.
    await buildAccountOf('admin')
    const actorId = await buildAccountOf(row.actor)
    const targetId = row.target === 'own' ? actorId : await buildAccountOf(row.target)
    if (row.target !== 'own') {
      await platform.db.updateTable('profiles').set({ status: row.status }).where('id', '=', targetId).execute()
    }
    const client = clientOfStaff({ role: row.actor, userId: actorId })
    const { user } = await client.get({ userId: targetId })
    const { isOffered, take } = actions[name]
    const outcome = { items: [{ id: targetId, isDone: isOffered(user, row.role) }] }
    expect(await take(client, user, row.role)).toMatchObject(outcome)
  })
})
