import { expect, onTestFinished, test, vi } from 'vitest'
import { createNames } from './prepared-client.ts'

test('different texts have different names, and the same text has the same name in every process', () => {
  const { nameOf, texts } = createNames({ max: 3 })
  expect(nameOf('select $1')).not.toBe(nameOf('select $2'))
  expect(nameOf('select $1')).toBe(createNames({ max: 3 }).nameOf('select $1'))
  expect(texts()).toEqual(['select $1', 'select $2'])
})

test('beyond the limit a new text has no name, known texts keep theirs, and one warning says so', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  const { nameOf, texts } = createNames({ max: 2 })
  const first = nameOf('select 1')
  nameOf('select 2')
  expect(warn).not.toHaveBeenCalled()
  expect([nameOf('select 3'), nameOf('select 4')]).toEqual([undefined, undefined])
  expect(nameOf('select 1')).toBe(first)
  expect(texts()).toEqual(['select 1', 'select 2'])
  expect(warn.mock.calls).toEqual([['More than 2 texts of SQL statements: some text carries a value.']])
})
