import { expect, test } from 'vitest'
import { openTestServer } from '#server/testing/app-server.ts'
import { foreignRows } from '#server/testing/foreign-rows/foreign-rows.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { onCleanup } from '#server/testing/resources.ts'
import { requestRoute } from '#server/testing/route-requests.ts'
import { listRoutes } from './openapi.ts'

const platform = await testPlatform()
const people = new Map<string, Awaited<ReturnType<NonNullable<(typeof foreignRows)['practice.update']>>>['owner']>()
const { url, close } = await openTestServer({ platform, authenticate: async (bearer) => people.get(bearer) })
onCleanup(close)

/** A second edit of the same thing, which its author typed over the version that the first edit replaced. */
const secondEdits = {
  'availability.setHours': { hours: [{ weekday: 2, startMinute: 600, endMinute: 660 }] },
  'contacts.updateFacts': { note: 'Toca el timbre dos veces' },
  'contacts.updateGuest': { fullName: 'Rosa Gil de Luna' },
  'dependants.update': { fullName: 'Sofía Inés Núñez' },
  'packages.updateOffer': { priceCents: 950_000 },
  'practice.update': { description: 'Otra descripción del centro, más larga.' },
  'promotions.update': { name: 'Otro nombre' },
  'team.updateProfessional': { bio: 'Otra presentación.' },
  'team.updateService': { name: 'Otro nombre', priceCents: 99_900 },
} as const

/** The first edit, where the case itself would store what is stored already. */
const firstEdits: Record<string, object> = {
  'practice.update': { description: 'Una descripción nueva del centro.' },
  'promotions.update': { name: 'Un nombre' },
}

test.each(Object.entries(secondEdits))(
  '%s refuses a second edit over the version that another one replaced',
  async (name, edit) => {
    const route = listRoutes().find((each) => each.name === name)
    const { input, owner } = (await foreignRows[name as keyof typeof secondEdits]?.(platform)) ?? {}
    if (!route || !input || !owner) throw new Error(`no case of ${name}`)
    people.set('owner', owner)
    const send = (changes: object) => requestRoute({ url, route, input: { ...input, ...changes }, bearer: 'owner' })
    const first = firstEdits[name] ?? {}
    expect((await send(first)).status).toBeLessThan(300)
    const second = await send(edit)
    expect([second.status, (second.body as { code?: string }).code]).toEqual([409, 'request.changed_meanwhile'])
    // The first edit, sent again after a lost response, stores what is stored already.
    expect((await send(first)).status).toBeLessThan(300)
  },
)
