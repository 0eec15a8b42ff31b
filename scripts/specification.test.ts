import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/specification.md'), 'utf8')

type Statement = { number: string; verdict: string; where: string; proof: string }

/** The rows of the tables, without their heads and rules. */
const statements = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line): Statement => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [, number = '', , verdict = '', where = '', proof = ''] = cells
    return { number, verdict, where, proof }
  })

const filesIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => (/^[\w.-]+\/[^*]*\.\w+$/.test(name) ? [name] : []))
const numbersOf = (rows: readonly Statement[]) => rows.map(({ number }) => number)

test('every statement of the specification holds, or differs by a decision that it names', () => {
  const others = statements.filter(({ verdict }) => verdict !== 'holds' && verdict !== 'differs')
  expect(numbersOf(others)).toEqual([])
  const unreasoned = statements.filter(
    ({ verdict, where }) => verdict === 'differs' && !/\b0\d{3}\b|product\.md/.test(where),
  )
  expect(numbersOf(unreasoned)).toEqual([])
})

test('every statement that holds says where it lives, and each file and test that a statement names exists', () => {
  const homeless = statements.filter(({ verdict, where }) => verdict === 'holds' && filesIn(where).length === 0)
  expect(numbersOf(homeless)).toEqual([])
  const missing = statements.flatMap(({ number, where, proof }) =>
    [...filesIn(where), ...filesIn(proof)]
      .filter((name) => !existsSync(join(root, name)))
      .map((name) => [number, name]),
  )
  expect(missing).toEqual([])
})

test('every statement names the test that fails without it', () => {
  expect(numbersOf(statements.filter(({ proof }) => filesIn(proof).length === 0))).toEqual([])
})

test('nothing waits to look like work: bookings, payments, recommendations and the contact form take as long as they take', () => {
  const files = [
    'web/features/appointments/dashboard/book/book-dialog.tsx',
    'web/features/appointments/dashboard/book/use-dialog-booking.ts',
    'web/features/checkouts/use-pay.ts',
    'web/features/services/recommended-centers.tsx',
    'web/features/services/service-results.ts',
    'web/features/support/support-form.tsx',
  ]
  const waiting = files.filter((name) =>
    /setTimeout|setInterval|\bdelay\(/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(waiting).toEqual([])
})

test('the head of the table counts its rows', () => {
  const count = (condition: (statement: Statement) => boolean) => statements.filter(condition).length
  const holds = count(({ verdict }) => verdict === 'holds')
  const differs = count(({ verdict }) => verdict === 'differs')
  expect(text).toContain(
    `${statements.length} statements, of which ${holds} hold and ${differs} differ on purpose; none falls short, and each names its test`,
  )
})
