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

test('an identifier, an instant and a boolean arrive as PostgreSQL sends them', async () => {
  const id = '019a9f00-0000-7000-8000-000000000001'
  const columns = [sql`${id}::uuid`, sql`'2026-11-20T15:30:00Z'::timestamptz`, sql`true`, sql`1 > 2`]
  const { rows } = await sql<{ packed: string }>`select ${packRows(columns)} as packed`.execute(db)
  expect(unpackRows(rows[0]?.packed ?? null)).toEqual([[id, '2026-11-20 15:30:00+00', 't', 'f']])
})

test('a typed text that contains the separators stays one value', async () => {
  expect(await roundTrip([['Ana\u001fX\u001eY', 1]])).toEqual([['AnaXY', '1']])
})
