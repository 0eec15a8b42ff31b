import { expect, test } from 'vitest'

import { nextPath, parseNextSearch } from './next-path.ts'

test.each(['/dashboard', '/book/0198?professional=7&startsAt=2026-11-20T12:00:00Z', '/centers#map', '/'])(
  '%s is a page of this site',
  (path) => expect(nextPath(path)).toBe(path),
)

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  '/.//elsewhere.example/',
  'javascript:alert(1)',
  'dashboard',
  '/login',
  '/login?next=/login',
  '/register/',
  '/forgot-password#x',
  '/reset-password',
  '/complete-registration',
  '',
  undefined,
  5,
])('%s is not followed', (next) => expect(nextPath(next)).toBeUndefined())

test('a search without a usable next has none', () => {
  expect(parseNextSearch({ next: '//elsewhere.example' })).toStrictEqual({ next: undefined })
  expect(parseNextSearch({ next: '/dashboard', other: '1' })).toEqual({ next: '/dashboard' })
})
