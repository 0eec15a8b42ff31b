import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dateAndTime, dayAndTime } from './moment-text.ts'

const instant = new Date('2026-11-20T17:30:00Z')

test('a time that leaves the site names its zone', () => {
  expect(dayAndTime(instant)).toBe('viernes, 20 de noviembre, 14:30 (hora de Uruguay)')
  expect(dateAndTime(instant)).toBe('20 de noviembre de 2026 a las 14:30 (hora de Uruguay)')
})

/** Not for a reader in another zone: columns of a spreadsheet, reasons on a page that names its zone, and the operator's screens. */
const others = [
  'features/payments/rules/csv.ts',
  'features/search/rules/recommendation.ts',
  'features/tills/rules/csv.ts',
  'http/dev-mail.ts',
  'platform/local-time.ts',
  'platform/moment-text.ts',
]

test('no other code of the server formats a time of the day', () => {
  const root = join(import.meta.dirname, '..')
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:features|http|platform)\/.*(?<!\.test)\.ts$/.test(file))
    .filter((file) => /timeStyle:|\bhour: '|toLocaleTimeString/.test(readFileSync(join(root, file), 'utf8')))
  expect(found.filter((file) => !others.includes(file))).toEqual([])
})
