import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countRows } from '../bench/mixed-load.ts'
import { testPlatform } from './testing/platform.ts'

test('docs/tables.md says of every table of the database what ends its rows, and names no other', async () => {
  const { pool } = await testPlatform()
  const lines = readFileSync(join(import.meta.dirname, '../docs/tables.md'), 'utf8').split('\n## Growth')[0] ?? ''
  const cells = [...lines.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell ?? '')
  const named = cells
    .flatMap((cell) => cell.replaceAll('\\_', '_').trim().split(', '))
    .filter((name) => /^[a-z_.]+$/.test(name) && name !== 'table')
  expect(named.toSorted()).toEqual([...new Set(named)].toSorted())
  const tables = [...(await countRows(pool)).keys()]
  expect(named.toSorted()).toEqual(tables.toSorted())
})
