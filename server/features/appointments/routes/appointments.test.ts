import { expect, test } from 'vitest'

import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { appointmentsRoutes } from './appointments.ts'

const platform = await testPlatform()

/** A patient with an appointment on each of these days, counted from now. */
async function patientWith(days: readonly number[]) {
  const { patientId } = await buildPatient(platform)
  const now = platform.clock.now().getTime()
  for (const day of days) {
    const status = day < 0 ? 'completed' : 'confirmed'
    await buildAppointment(platform, { patientId, status, startsAt: new Date(now + day * dayMs) })
  }
  const client = clientOf(platform, appointmentsRoutes, patientId)
  const daysOf = (items: readonly { startsAt: string }[]) =>
    items.map(({ startsAt }) => Math.round((Date.parse(startsAt) - now) / dayMs))
  return { client, daysOf }
}

test.each([
  ['upcoming', [1, 2, 3, 5, 8], [-4]],
  ['history', [-1, -2, -3, -5, -8], [4]],
] as const)('%s appointments are listed page by page, each once, with their total', async (scope, days, others) => {
  const { client, daysOf } = await patientWith([...others, ...days].toReversed())
  const seen: { id: string; startsAt: string }[] = []
  let cursor: string | undefined
  do {
    const page = await client.list({ scope, limit: 2, cursor })
    expect(page.total).toBe(5)
    expect(page.items.length).toBeLessThanOrEqual(2)
    seen.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(daysOf(seen)).toEqual(days)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(5)
})

test('the last page has no cursor, and an invalid cursor is refused', async () => {
  const { client } = await patientWith([1, 2])
  expect(await client.list({ scope: 'upcoming', limit: 2 })).toMatchObject({ nextCursor: null, total: 2 })
  const cursor = Buffer.from(`x.${newId()}`).toString('base64url')
  await expect(client.list({ scope: 'upcoming', cursor })).rejects.toMatchObject({ code: 'request.invalid' })
})
