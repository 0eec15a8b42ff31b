import { expect, test } from 'vitest'
import { zone } from '#contract/calendar.ts'
import { localDays } from '#server/platform/local-time.ts'
import { nextSession } from './next-session.ts'

/** Monday 23 November 2026, and the two weeks after it. */
const days = localDays({ zone, from: '2026-11-23', days: 15 })
/** 10:00, 11:30 and 17:00. */
const mask = 2 ** 20 + 2 ** 23 + 2 ** 34
const at = (day: string, time: string) => new Date(`${day}T${time}:00-03:00`)
const search = {
  latestAt: at('2026-11-23', '11:00'),
  days,
  starts: days.map(() => mask),
  window: { earliest: at('2026-11-23', '09:00'), latest: at('2026-12-07', '23:00') },
  durationMinutes: 45,
  busy: [],
}

test('the next session is on the same weekday, at the time closest to the usual one', () => {
  expect(nextSession(search)).toEqual(at('2026-11-30', '11:30'))
  expect(nextSession({ ...search, latestAt: at('2026-11-18', '17:00') })).toEqual(at('2026-11-25', '17:00'))
})

test('when two times are equally close, the earlier one is proposed', () => {
  expect(nextSession({ ...search, latestAt: at('2026-11-23', '10:45') })).toEqual(at('2026-11-30', '10:00'))
})

test('a time that overlaps another appointment of the attendee is left out', () => {
  const busy = [{ startsAt: at('2026-11-30', '12:00'), endsAt: at('2026-11-30', '12:30') }]
  expect(nextSession({ ...search, busy })).toEqual(at('2026-11-30', '10:00'))
})

test('a week without a free time on that weekday is skipped', () => {
  const starts = days.map(({ date }) => (date === '2026-11-30' ? 0 : mask))
  expect(nextSession({ ...search, starts })).toEqual(at('2026-12-07', '11:30'))
  expect(nextSession({ ...search, starts: days.map(() => 0) })).toBeUndefined()
})

test('after a booked session, the proposal is the week after it', () => {
  expect(nextSession({ ...search, latestAt: at('2026-11-30', '10:00') })).toEqual(at('2026-12-07', '10:00'))
})

test('a session long ago is continued from today on, within the bookable window', () => {
  const window = { ...search.window, earliest: at('2026-11-24', '08:00') }
  expect(nextSession({ ...search, window, latestAt: at('2026-03-02', '17:00') })).toEqual(at('2026-11-30', '17:00'))
})
