import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'

const { db } = await testPlatform()

test.each([
  ['center_profiles', ['user_type', 'created_at']],
  ['user_points', ['updated_at']],
  ['rewards', ['description']],
  ['compliance_checks', ['checked_by']],
])('the table %s has the specified columns that no screen shows', async (name, columns) => {
  const table = (await db.introspection.getTables()).find((each) => each.name === name)
  expect(table?.columns.map((column) => column.name)).toEqual(expect.arrayContaining(columns))
})
