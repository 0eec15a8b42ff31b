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

test('half past midnight is 00:30', () => {
  const midnight = new Date('2026-11-21T03:30:00Z')
  expect(dayAndTime(midnight)).toBe('sábado, 21 de noviembre, 00:30 (hora de Uruguay)')
  expect(dateAndTime(midnight)).toBe('21 de noviembre de 2026 a las 00:30 (hora de Uruguay)')
})

test('each format of a time of the day names the hours from 00 to 23', () => {
  // `hour12: false`, or no choice at all, shows 24:30 with some versions of ICU.
  const root = join(import.meta.dirname, '../..')
  const formats = ['contract', 'e2e', 'scripts', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.m?tsx?$/.test(file) && file !== 'platform/moment-text.test.ts')
      .flatMap((file) => {
        const text = readFileSync(join(root, folder, file), 'utf8')
        // The options of one format end with their brace.
        const options = text.match(/\b(?:timeStyle|hour): '[^}]*/g) ?? []
        return options.map((option) => ({ file: `${folder}/${file}`, isNamed: option.includes("hourCycle: 'h23'") }))
      }),
  )
  expect(formats.length).toBeGreaterThan(6)
  expect(formats.filter(({ isNamed }) => !isNamed)).toEqual([])
})

test('no other code of the server formats a time of the day', () => {
  const root = join(import.meta.dirname, '..')
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:features|http|platform)\/.*(?<!\.test)\.ts$/.test(file))
    .filter((file) => /timeStyle:|\bhour: '|toLocaleTimeString/.test(readFileSync(join(root, file), 'utf8')))
  expect(found.filter((file) => !others.includes(file))).toEqual([])
})
