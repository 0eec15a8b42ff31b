import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { packRows, typedText, unpackRows } from './packed-rows.ts'

const { db } = await testPlatform()

async function roundTrip(rows: readonly (readonly [name: string | null, at: number])[]): Promise<string[][]> {
  const [names, times] = [rows.map(([name]) => name), rows.map(([, at]) => at)]
  const { rows: result } = await sql<{ packed: string | null }>`
    select ${packRows([typedText(sql`name`), sql`at`])} as packed
    from (select * from unnest(${names}::text[], ${times}::int[]) as t(name, at) order by at) sorted`.execute(db)
  return unpackRows(result[0]?.packed ?? null)
}

test('rows arrive with their values, in the order of the subquery', async () => {
  const typed = 'Ñandú, "José" | 1/2\tA\nB 🧉'
  expect(
    await roundTrip([
      ['Ana', 3],
      [typed, 1],
      ['', 2],
    ]),
  ).toEqual([
    [typed, '1'],
    ['', '2'],
    ['Ana', '3'],
  ])
})

test('null arrives as an empty text, and no rows as none', async () => {
  expect(await roundTrip([[null, 1]])).toEqual([['', '1']])
  expect(await roundTrip([])).toEqual([])
})

test('a typed text that contains the separators stays one value', async () => {
  expect(await roundTrip([['Ana\u001fX\u001eY', 1]])).toEqual([['AnaXY', '1']])
})
