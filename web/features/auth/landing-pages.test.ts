import { expect, test } from 'vitest'

import { accountKindOf, requestedPath } from './landing-pages.ts'

test.each(['/', '/dashboard', '/center/dashboard', '/patient-welcome', '/center-welcome', undefined])(
  '%s is a default page after signing in',
  (path) => expect(requestedPath(path)).toBeUndefined(),
)

test.each(['/book/0198?at=2026-11-20T12:00:00Z', '/dashboard?tab=history', '/account'])(
  '%s is a page that the visitor requested',
  (path) => expect(requestedPath(path)).toBe(path),
)

test('a held time is for patients, and a page for both kinds of account names no kind', () => {
  expect(accountKindOf('/book/0198')).toBe('patient')
  expect(accountKindOf('/patient-welcome')).toBe('patient')
  expect(accountKindOf('/center-welcome')).toBe('center')
  expect(accountKindOf('/center/dashboard')).toBeUndefined()
  expect(accountKindOf(undefined)).toBeUndefined()
})
