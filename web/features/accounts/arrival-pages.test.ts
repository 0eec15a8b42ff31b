import { expect, test } from 'vitest'

import { askedFor, kindThatAsks } from './arrival-pages.ts'

test.each(['/', '/dashboard', '/center/dashboard', '/patient-welcome', '/center-welcome', undefined])(
  '%s is where getting in leads by itself',
  (path) => expect(askedFor(path)).toBeUndefined(),
)

test.each(['/book/0198?at=2026-11-20T12:00:00Z', '/dashboard?tab=history', '/account'])('%s was asked for', (path) =>
  expect(askedFor(path)).toBe(path),
)

test('a held time is a patient’s; a page of either kind says nothing', () => {
  expect(kindThatAsks('/book/0198')).toBe('patient')
  expect(kindThatAsks('/patient-welcome')).toBe('patient')
  expect(kindThatAsks('/center-welcome')).toBe('center')
  expect(kindThatAsks('/center/dashboard')).toBeUndefined()
  expect(kindThatAsks(undefined)).toBeUndefined()
})
