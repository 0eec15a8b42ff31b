import { implement } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { roles } from '#contract/roles.ts'
import { route } from '#contract/route.ts'
import type { EntryContext } from '#server/api/context.ts'
import { checkAccess } from '#server/api/procedures.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { startService } from '#server/testing/auth-service.ts'
import { personWithFactor, signedInPerson } from '#server/testing/authenticator.ts'

// These tests use real accounts, the service's real tokens, and the app behind a real server.
const service = await startService()

const seen = z.object({ email: z.string().nullable(), roles: z.array(z.enum(roles)) })
const things = {
  see: route({ method: 'GET', path: '/see', access: 'public', summary: 'Dice quién mira' }).output(seen),
  arrive: route({ method: 'GET', path: '/arrive', access: 'registering', summary: 'Para quien llega' }).output(seen),
  own: route({ method: 'GET', path: '/own', access: 'signedIn', summary: 'Lo propio' }).output(seen),
  attend: route({ method: 'GET', path: '/attend', access: ['patient', 'admin'], summary: 'De dos' }).output(seen),
  moderate: route({ method: 'GET', path: '/moderate', access: ['moderator', 'admin'], summary: 'Modera' }).output(seen),
}
const api = implement(things).$context<EntryContext>().use(checkAccess)
type Context = Parameters<Parameters<typeof api.see.handler>[0]>[0]['context']
const describeCaller = ({ context: { actor } }: { context: Context }) => ({
  email: actor?.email ?? null,
  roles: [...(actor?.roles ?? [])].sort(),
})
const routes = api.router({
  see: api.see.handler(describeCaller),
  arrive: api.arrive.handler(describeCaller),
  own: api.own.handler(describeCaller),
  attend: api.attend.handler(describeCaller),
  moderate: api.moderate.handler(describeCaller),
})

/** The response of each route to this token: a code, or the roles that the route sees. */
async function responsesTo(token: string, { production }: { production?: boolean } = {}) {
  const platform: Platform = {
    ...service.platform,
    settings: { ...service.platform.settings, production: production ?? false },
  }
  const { url } = await startTestServer({ platform, routes, authenticate: (bearer) => authenticate(platform, bearer) })
  const entries = Object.keys(things).map(async (name) => {
    const response = await fetch(`${url}/api/v1/${name}`, { headers: { authorization: `Bearer ${token}` } })
    const body = (await response.json()) as { code?: string } & z.output<typeof seen>
    return [name, body.code ?? (body.email === null ? 'visitor' : body.roles.join())] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const refusedWith = (code: string) => ({ see: 'visitor', arrive: code, own: code, attend: code, moderate: code })

describe('an account with a second factor', () => {
  test('counts as signed out until the code is typed, and as signed in from then on', async () => {
    const { signIn, factorId, nextCode } = await personWithFactor(service, { roles: ['patient', 'admin'] })
    const { client, session } = await signIn()
    for (const production of [true, false]) {
      expect(await responsesTo(session.access_token, { production })).toEqual(refusedWith('session.second_factor'))
    }
    const { data } = await client.mfa.challengeAndVerify({ factorId, code: nextCode() })
    const all = 'admin,patient'
    for (const production of [true, false]) {
      expect(await responsesTo(data?.access_token ?? '', { production })).toEqual({
        see: all,
        arrive: all,
        own: all,
        attend: all,
        moderate: all,
      })
    }
    // A copy of the earlier token has not used the factor.
    expect(await responsesTo(session.access_token)).toEqual(refusedWith('session.second_factor'))
  })

  test('loses its staff role in production when it removes the factor', async () => {
    const { client, session, factorId } = await personWithFactor(service, { roles: ['admin'] })
    expect(await responsesTo(session.access_token, { production: true })).toMatchObject({ moderate: 'admin' })
    await client.mfa.unenroll({ factorId })
    expect(await responsesTo(session.access_token, { production: true })).toMatchObject({
      own: '',
      moderate: 'session.second_factor_missing',
    })
  })
})

describe('staff without a second factor', () => {
  test('are accepted outside production', async () => {
    const { session } = await signedInPerson(service, { roles: ['moderator'] })
    expect(await responsesTo(session.access_token)).toMatchObject({
      see: 'moderator',
      own: 'moderator',
      moderate: 'moderator',
    })
  })

  test('have no staff role in production, not even on public routes', async () => {
    const { session } = await signedInPerson(service, { roles: ['patient', 'admin'] })
    expect(await responsesTo(session.access_token, { production: true })).toEqual({
      see: 'patient',
      arrive: 'patient',
      own: 'patient',
      attend: 'patient',
      moderate: 'session.second_factor_missing',
    })
    const only = await signedInPerson(service, { roles: ['admin'] })
    expect(await responsesTo(only.session.access_token, { production: true })).toMatchObject({
      attend: 'session.second_factor_missing',
    })
  })

  test('callers without a staff role get session.forbidden, whatever else is missing', async () => {
    const { session } = await signedInPerson(service)
    expect(await responsesTo(session.access_token, { production: true })).toMatchObject({
      moderate: 'session.forbidden',
    })
  })
})

test('an account with an incomplete registration counts as signed out except while completing it', async () => {
  const { session, userId } = await signedInPerson(service)
  const { db } = service.platform
  await db.updateTable('users').set({ registration_pending: true }).where('id', '=', userId).execute()
  expect(await responsesTo(session.access_token)).toEqual({
    ...refusedWith('session.registration_pending'),
    arrive: 'patient',
  })
})
