import { expect, test } from 'vitest'

import { zone } from '#contract/calendar.ts'
import { localDays } from '#server/platform/local-time.ts'
import { freeGaps } from './free-gaps.ts'

const [day] = localDays({ zone, from: '2026-11-20', days: 1 })
if (!day) throw new Error('no day')
const at = (clock: string) => new Date(`2026-11-20T${clock}:00-03:00`)
const span = (from: string, to: string) => ({ startsAt: at(from), endsAt: at(to) })
const friday = (startMinute: number, endMinute: number) => ({ weekday: 5, startMinute, endMinute })
const gaps = (input: Partial<Parameters<typeof freeGaps>[0]>) =>
  freeGaps({ day, hours: [friday(540, 780)], busy: [], now: at('08:00'), ...input })

test('a day without appointments is one gap, and hours of other weekdays are no gap', () => {
  expect(gaps({})).toEqual([span('09:00', '13:00')])
  expect(gaps({ hours: [{ ...friday(540, 780), weekday: 4 }] })).toEqual([])
})

test('appointments and absences divide the day, and less than half an hour between them is no gap', () => {
  const busy = [span('10:00', '11:00'), span('11:20', '12:00'), span('08:30', '09:10'), span('12:30', '14:00')]
  expect(gaps({ busy })).toEqual([span('09:10', '10:00'), span('12:00', '12:30')])
})

test('a gap begins now at the earliest, and a gap with less than half an hour left is not listed', () => {
  expect(gaps({ now: at('12:00') })).toEqual([span('12:00', '13:00')])
  expect(gaps({ now: at('12:31') })).toEqual([])
})

test('hours that touch are one gap', () => {
  expect(gaps({ hours: [friday(540, 660), friday(660, 780)] })).toEqual([span('09:00', '13:00')])
})
