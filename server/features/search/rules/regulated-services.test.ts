import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { isRegulated } from './regulated-services.ts'

test('the rule and the database call the same services regulated', async () => {
  const { db } = await testPlatform()
  const rows = await db.selectFrom('service_types').select(['slug', 'regulated']).execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ slug }) => isRegulated(slug))).toEqual(rows.filter(({ regulated }) => regulated))
})
