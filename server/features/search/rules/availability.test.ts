import { describe, expect, test } from 'vitest'
import { availabilityWindow } from './availability.ts'

describe('availability', () => {
  // Late on Friday the 20th in Montevideo, which is the 21st in UTC.
  const friday = new Date('2026-11-21T02:30:00Z')
  const sunday = new Date('2026-11-22T15:00:00Z')
  const find = (search: Partial<Parameters<typeof availabilityWindow>[0]>) =>
    availabilityWindow({ when: undefined, dayPart: undefined, now: friday, searchDays: 14, ...search })

  test('of a search without a day and a part of the day has no window', () => {
    expect(find({})).toBeUndefined()
  })

  test.each([
    ['today', friday, '2026-11-21T02:30:00.000Z', '2026-11-21T02:59:59.999Z'],
    ['tomorrow', friday, '2026-11-21T03:00:00.000Z', '2026-11-22T02:59:59.999Z'],
    ['weekend', friday, '2026-11-21T03:00:00.000Z', '2026-11-23T02:59:59.999Z'],
    ['weekend', sunday, '2026-11-22T15:00:00.000Z', '2026-11-23T02:59:59.999Z'],
    ['2026-11-20', friday, '2026-11-21T02:30:00.000Z', '2026-11-21T02:59:59.999Z'],
    ['2027-02-18', friday, '2027-02-18T03:00:00.000Z', '2027-02-19T02:59:59.999Z'],
  ] as const)('of %s is a window of local days that never begins in the past', (when, now, from, to) => {
    expect(find({ when, now })).toEqual({ from: new Date(from), to: new Date(to) })
  })

  test('of a date in the past or after the last bookable day has no window', () => {
    expect(find({ when: '2026-11-19' })).toBeUndefined()
    expect(find({ when: '2027-02-19' })).toBeUndefined()
  })

  test('of a part of the day alone covers fourteen local days', () => {
    expect(find({ dayPart: 'evening' })).toEqual({
      from: friday,
      to: new Date('2026-12-04T02:59:59.999Z'),
      dayPart: 'evening',
    })
  })

  test('of a day and a part of the day has both', () => {
    expect(find({ when: 'tomorrow', dayPart: 'morning' })).toEqual({
      from: new Date('2026-11-21T03:00:00Z'),
      to: new Date('2026-11-22T02:59:59.999Z'),
      dayPart: 'morning',
    })
  })
})
