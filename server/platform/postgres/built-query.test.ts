import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { builtOnce } from './built-query.ts'

const { db } = await testPlatform()

describe('a query that is built once', () => {
  it('sends the values of each call', async () => {
    let built = 0
    const find = builtOnce((_, { low, high }: { low: number; high: number }) => {
      built++
      return sql<{ n: number }>`select n from generate_series(${low}::int, ${high}::int) as n`
    })
    expect(await find(db, { low: 1, high: 3 })).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(await find(db, { low: 7, high: 7 })).toEqual([{ n: 7 }])
    expect(built).toBe(1)
  })

  it('keeps the constants beside the values, and takes lists, instants and null', async () => {
    const read = builtOnce(
      (_, { list, at, missing }: { list: readonly string[]; at: Date; missing: string | null }) =>
        sql`select ${list}::text[] as list, ${at}::timestamptz as at, ${missing}::text as missing, ${'constant'}::text as constant`,
    )
    const at = new Date('2026-12-01T12:00:00Z')
    const row = { list: ['a', 'b'], at, missing: null, constant: 'constant' }
    expect(await read(db, row)).toEqual([row])
  })

  it('runs in the transaction that calls it', async () => {
    const mark = builtOnce((_, { name }: { name: string }) => sql`select set_config('senda.mark', ${name}, true)`)
    const read = builtOnce(() => sql<{ mark: string }>`select current_setting('senda.mark', true) as mark`)
    const inside = await db.transaction().execute(async (tx) => {
      await mark(tx, { name: 'inside' })
      return read(tx, {})
    })
    expect(inside).toEqual([{ mark: 'inside' }])
  })

  it('refuses to branch on a value while it is built', async () => {
    const compare = builtOnce((_, { days }: { days: number }) => (days > 7 ? sql`select 1` : sql`select 2`))
    await expect(compare(db, { days: 8 })).rejects.toThrow('cannot read the value of "days"')
    const spread = builtOnce((_, { first, ...others }: Record<string, string>) => {
      return sql`select ${first}, ${Object.keys(others).length}::int`
    })
    await expect(spread(db, { first: 'a', second: 'b' })).rejects.toThrow('reads each value by its name')
  })
})
