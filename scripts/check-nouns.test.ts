import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { findArrowsUp, findForeignWrites, importsOf, readTables, unitOf } from './check-nouns.ts'
import { nouns, tablesOf } from './server-nouns.ts'

const reviews = 'server/features/reviews/usecases/write.ts'

test('a noun may import those before it and the rooms below, and nothing above it', () => {
  const text = [
    "import { a } from '../../moderation/usecases/a.ts'",
    "import type { B } from '#server/features/appointments/b.ts'",
    "export { c } from '#server/processes/c.ts'",
    "const d = await import('#server/http/d.ts')",
    "import { e } from '#server/platform/e.ts'",
    "import './f.ts'",
  ].join('\n')
  expect(findArrowsUp([{ file: reviews, text }])).toEqual([
    `${reviews} → server/features/appointments/b.ts`,
    `${reviews} → server/processes/c.ts`,
    `${reviews} → server/http/d.ts`,
  ])
})

test('a process may import every noun, but nothing of HTTP; the platform imports no noun', () => {
  const text = "import { a } from '#server/features/search/a.ts'\nimport { b } from '#server/http/b.ts'"
  expect(findArrowsUp([{ file: 'server/processes/a.ts', text }])).toEqual(['server/processes/a.ts → server/http/b.ts'])
  expect(findArrowsUp([{ file: 'server/platform/a.ts', text }])).toHaveLength(2)
  expect(findArrowsUp([{ file: 'server/main.ts', text }])).toEqual([])
})

test('a folder without a place in the order is refused', () => {
  expect(() => findArrowsUp([{ file: 'server/features/novelties/a.ts', text: "import './b.ts'" }])).toThrow(
    'has no place',
  )
})

test('every kind of write to a table of another noun is found, and its own are not', () => {
  const write = (file: string) => ({
    file,
    text: `
      tx.insertInto('reports'); tx.updateTable('reviews'); db.selectFrom('payments')
      sql\`delete from payments where id = 1\`; sql\`update profiles as p set status = 'x'\`
      // an update of messages`,
  })
  const foreign = findForeignWrites({ files: [write(reviews)], tables: readTables() })
  expect(foreign).toEqual(['reports', 'payments', 'profiles'].map((table) => `${reviews} writes ${table}`))
  expect(findForeignWrites({ files: [write('server/demo/demo.ts')], tables: readTables() })).toEqual([])
})

test('a table without a writer in the list is refused', () => {
  const files = [{ file: reviews, text: "tx.insertInto('novelties')" }]
  expect(findForeignWrites({ files, tables: new Set(['novelties']) })).toEqual([`${reviews} writes novelties`])
})

test('the order names every noun once, and every table that it names exists', () => {
  const folders = readdirSync(join(import.meta.dirname, '../server/features'))
  expect([...nouns].toSorted()).toEqual(folders.toSorted())
  const tables = Object.values(tablesOf).flat()
  expect(new Set(tables).size).toBe(tables.length)
  expect(tables.filter((table) => !readTables().has(table))).toEqual([])
})

test('the files of an import are resolved from the importing file', () => {
  expect(importsOf({ file: reviews, text: "import { a } from '../a.ts'\nimport fs from 'node:fs'" })).toEqual([
    'server/features/reviews/a.ts',
  ])
  expect([unitOf(reviews), unitOf('server/main.ts'), unitOf('server/http/app.ts')]).toEqual(['reviews', 'main', 'http'])
})
