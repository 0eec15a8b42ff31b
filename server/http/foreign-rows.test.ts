import { beforeAll, expect, test } from 'vitest'

import type { Actor } from '#server/api/actor.ts'
import { isStaffAction, namesRow } from '#server/testing/access-matrix/contract-rows.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { foreignRows, notAboutRows } from '#server/testing/foreign-rows/foreign-rows.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { requestRoute } from '#server/testing/route-requests.ts'
import { listRoutes } from './openapi.ts'

const byName = new Map(Object.entries(foreignRows))
const exempt = new Set<string>(notAboutRows)
// Derived from the contract, so the sweep fails for a new route without a case.
const aboutRows = listRoutes().filter(
  (route) =>
    route.access !== 'public' &&
    (route.path.includes('{') || (namesRow(route) && !isStaffAction(route))) &&
    !exempt.has(route.name),
)

/** The users of all cases, by their bearers. */
const people = new Map<string, Actor>()
const built = await testPlatform()
const platform = { ...built, settings: { ...built.settings, trustedProxies: 1 } }
let url: string
beforeAll(async () => {
  const server = await openTestServer({ platform, authenticate: (bearer) => Promise.resolve(people.get(bearer)) })
  url = server.url
  return server.close
})

test.each(aboutRows)("$name refuses strangers, and accepts the row's owner", async (route) => {
  const prepare = byName.get(route.name)
  if (!prepare)
    throw new Error(
      `${route.name} has no case: add it in ${fileOfRow(route.name)}, and list a new file in foreign-rows.ts beside it`,
    )
  const { input, owner, strangers } = await prepare(platform)
  expect(Object.keys(strangers), 'a case without strangers proves nothing').not.toHaveLength(0)
  const send = (actor: Actor) => {
    const bearer = `${people.size}`
    people.set(bearer, actor)
    // Each request has another address, because one address may write only 300 times a minute.
    const address = `10.0.${people.size >> 8}.${people.size & 255}`
    return requestRoute({ url, route, input, bearer, address })
  }

  for (const [who, stranger] of Object.entries(strangers)) {
    const { status } = await send(stranger)
    if (status === 422) throw new Error(`the case in ${fileOfRow(route.name)} sends input that the contract refuses`)
    expect([403, 404], `${who} was accepted`).toContain(status)
  }
  // The owner's request comes last: it fails if a stranger's request has changed the row.
  const { status } = await send(owner)
  expect(status, 'its owner was refused').toBeLessThan(300)
})

test('the sweep reports how much it covered', () => {
  process.stdout.write(
    `foreign rows: ${aboutRows.filter((route) => byName.has(route.name)).length} of ${aboutRows.length} routes about one row\n`,
  )
  const names = new Set(aboutRows.map((route) => route.name))
  expect(
    [...byName.keys()].filter((name) => !names.has(name)),
    'cases of routes that no longer exist',
  ).toEqual([])
})

/** `calendarFeeds.remove` is in calendar-feeds.ts. */
function fileOfRow(routeName: string): string {
  const noun = routeName.slice(0, routeName.indexOf('.')).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `server/testing/foreign-rows/${noun}.ts`
}
