import { expect, test } from 'vitest'
import { createStatementTimes } from './statement-times.ts'

test('the statement with the longest run is listed first, with its count, median, longest run and total', () => {
  const { add, listSlowest } = createStatementTimes({ max: 10 })
  for (const ms of [1, 2, 3, 4, 90]) add('select 1', ms)
  add('select 2', 400)
  const [first, second] = listSlowest({ limit: 5 })
  expect(first).toEqual({ text: 'select 2', count: 1, medianMs: expect.closeTo(400, -2), maxMs: 400, totalMs: 400 })
  expect(second).toMatchObject({ text: 'select 1', count: 5, maxMs: 90, totalMs: 100 })
  expect(second?.medianMs).toBeGreaterThan(2.7)
  expect(second?.medianMs).toBeLessThan(3.3)
})

test('after clearing, only later statements are listed', () => {
  const { add, clear, listSlowest } = createStatementTimes({ max: 10 })
  add('create table users ()', 900)
  clear()
  add('select 1', 1)
  expect(listSlowest({ limit: 5 }).map(({ text }) => text)).toEqual(['select 1'])
})

test('a text in quotes is hidden, and spaces are collapsed', () => {
  const { add, listSlowest } = createStatementTimes({ max: 10 })
  add("select\n   id from profiles where email = 'ana@ejemplo.uy' and name = 'O''Neil'", 5)
  expect(listSlowest({ limit: 1 })[0]?.text).toBe("select id from profiles where email = '…' and name = '…''…'")
})

test('beyond the limit further texts are not counted, and known ones still are', () => {
  const { add, listSlowest } = createStatementTimes({ max: 1 })
  add('select 1', 1)
  add('select 2', 9)
  add('select 1', 0)
  expect(listSlowest({ limit: 5 })).toMatchObject([{ text: 'select 1', count: 2, maxMs: 1 }])
})

test('a statement costs less than ten microseconds, also on a busy machine', () => {
  const { add } = createStatementTimes({ max: 1500 })
  const texts = Array.from({ length: 500 }, (_, at) => `select ${'column, '.repeat(40)}${at} from profiles`)
  const startedAt = process.threadCpuUsage()
  for (let run = 0; run < 400; run++) for (const text of texts) add(text, run / 10)
  const { user, system } = process.threadCpuUsage(startedAt)
  const perStatement = (user + system) / (400 * texts.length)
  expect(perStatement).toBeLessThan(10)
})
