import { expect, test } from 'vitest'
import { findDeviceClocks } from './check-clocks.ts'

const linesOf = (text: string) => findDeviceClocks({ file: 'web/a.ts', text }).map((problem) => problem.split(':')[1])

test('every way to read the clock of the device is found', () => {
  expect(linesOf('const a = Date.now()\nconst b = new Date()\nconst c = Date()\nuseState(Date.now)')).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
})

test('a date of a known moment is no reading of a clock', () => {
  expect(linesOf('new Date(instant)\nDate.parse(text)\nDate.UTC(2026, 1)\nserver.now()')).toEqual([])
})
