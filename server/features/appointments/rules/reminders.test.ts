import { expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'
import { deliveriesOf } from './reminders.ts'

const now = new Date('2026-11-20T15:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs)
const row = (hoursBefore: number, changes: object = {}) => ({
  hoursBefore,
  queuedAt: inHours(-1),
  isMailed: true,
  mailId: 'm',
  sentAt: null,
  droppedAt: null,
  isGivenUp: false,
  ...changes,
})
const deliveries = ({
  hours,
  rows = [],
  ...rest
}: {
  hours: number
  rows?: ReturnType<typeof row>[]
  isConfirmed?: boolean
  isMailed?: boolean
}) => deliveriesOf({ startsAt: inHours(hours), isConfirmed: true, isMailed: true, rows, now, ...rest })

test('reminders that are to come are named with the time at which they are due', () => {
  expect(deliveries({ hours: 30 })).toEqual([
    { hoursBefore: 24, state: 'scheduled', at: inHours(6) },
    { hoursBefore: 2, state: 'scheduled', at: inHours(28) },
  ])
  expect(deliveries({ hours: 30, isMailed: false })).toMatchObject([{ state: 'withheld' }, { state: 'withheld' }])
  expect(deliveries({ hours: 30, isConfirmed: false })).toEqual([])
})

test.each([
  [row(24), { state: 'queued', at: inHours(-1) }],
  [row(24, { sentAt: inHours(-0.5) }), { state: 'sent', at: inHours(-0.5) }],
  [row(24, { droppedAt: inHours(-0.5), isGivenUp: false }), { state: 'dropped', at: inHours(-0.5) }],
  [row(24, { isGivenUp: true }), { state: 'failed', at: inHours(-1) }],
  [row(24, { isMailed: false, mailId: null }), { state: 'withheld', at: null }],
])('a stored reminder has the state of its mail: %j', (stored, expected) => {
  expect(deliveries({ hours: 20, rows: [stored] })[0]).toEqual({ hoursBefore: 24, ...expected })
})

test('a reminder that was never due, and one whose mail was deleted long ago, are left out', () => {
  expect(deliveries({ hours: 10 })).toEqual([{ hoursBefore: 2, state: 'scheduled', at: inHours(8) }])
  expect(deliveries({ hours: -3000, rows: [row(24, { mailId: null }), row(2, { mailId: null })] })).toEqual([])
})
