import { expect, test } from 'vitest'

import { accountKindOf, requestedPath } from './landing-pages.ts'

test.each(['/', '/dashboard', '/center/dashboard', '/patient-welcome', '/center-welcome', undefined])(
  '%s is where getting in leads by itself',
  (path) => expect(requestedPath(path)).toBeUndefined(),
)

test.each(['/book/0198?at=2026-11-20T12:00:00Z', '/dashboard?tab=history', '/account'])('%s was asked for', (path) =>
  expect(requestedPath(path)).toBe(path),
)

test('a held time belongs to a patient, and a page of either kind of account names neither', () => {
  expect(accountKindOf('/book/0198')).toBe('patient')
  expect(accountKindOf('/patient-welcome')).toBe('patient')
  expect(accountKindOf('/center-welcome')).toBe('center')
  expect(accountKindOf('/center/dashboard')).toBeUndefined()
  expect(accountKindOf(undefined)).toBeUndefined()
})
