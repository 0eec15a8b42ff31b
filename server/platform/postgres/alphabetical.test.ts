import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { alphabetical } from './alphabetical.ts'

const names = [
  'ácaro',
  'Ácido',
  'Acupuntura',
  'de León',
  'nadal',
  'Núñez',
  'nuria',
  'Ñandú',
  'ñu',
  'O’Higgins',
  'Óscar',
  'yoga',
]

test('names are in the alphabetical order of Spanish, as the browser has it', async () => {
  const { db } = await testPlatform()
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names.toReversed()}::text[]) as name order by ${alphabetical('name')}`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(names.toSorted(new Intl.Collator('es').compare)).toEqual(names)
})

/** An order by a column such as full_name, by its folded text, or by an alias such as "personName". */
const orderedName = /orderBy\((?:sql(?:<\w+>)?`[^`]*|'[\w.]*)name\b|\border by [^\n`]*(?:[_.]name\b|Name"|\bfold\w*\()/

test('no query of the server orders names in another way', () => {
  const root = join(import.meta.dirname, '../..')
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:features|processes|http|platform)\/.*(?<!\.test)\.ts$/.test(file))
    .filter((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      return orderedName.test(code.replaceAll(/alphabetical\([^()]*(?:\([^()]*\))?[^()]*\)/g, ''))
    })
  expect(found).toEqual([])
})
