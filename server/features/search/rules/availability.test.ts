import { describe, expect, test } from 'vitest'
import { availabilityWindow } from './availability.ts'

describe('availability', () => {
  // Late in the evening of the 20th in Montevideo, the 21st in UTC.
  const now = new Date('2026-11-21T02:30:00Z')

  test('today ends at local midnight', () => {
    expect(availabilityWindow({ availability: 'today', now, searchDays: 14 })).toEqual({
      from: now,
      to: new Date('2026-11-21T02:59:59.999Z'),
    })
  })

  test('the parts of the day cover fourteen local days', () => {
    expect(availabilityWindow({ availability: 'evening', now, searchDays: 14 })).toEqual({
      from: now,
      to: new Date('2026-12-04T02:59:59.999Z'),
      dayPart: 'evening',
    })
  })
})
