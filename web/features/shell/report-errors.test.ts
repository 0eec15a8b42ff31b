// @vitest-environment happy-dom
import { runInThisContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'

import { reportErrors } from './report-errors.ts'

const send = vi.fn((_url: string, _init: { body: string }) => Promise.reject(new TypeError('Failed to fetch')))
const reject = (reason: unknown) => dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
const sent = () => send.mock.calls.map(([, { body }]) => JSON.parse(body) as Record<string, string>)

beforeEach(() => {
  vi.stubGlobal('fetch', send)
  history.replaceState(null, '', '/login?email=ana@ejemplo.uy')
})

test('the first five errors of a page are sent without its parameters, and a refusal of the server is none', () => {
  runInThisContext(`(() => {${reportErrors}})()`)
  reject(Object.assign(new Error('Ese horario ya no está'), { status: 409 }))
  reject(undefined)
  expect(sent()).toEqual([])
  dispatchEvent(new CustomEvent('senda-error', { detail: new RangeError('the page failed') }))
  dispatchEvent(
    Object.assign(new Event('error'), { message: 'no object', filename: '/assets/a.js', lineno: 1, colno: 2 }),
  )
  for (let nth = 0; nth < 9; nth += 1) for (const _ of [1, 2]) reject(new TypeError(`failure ${nth}`))
  expect(sent().map(({ message }) => message)).toEqual([
    'the page failed',
    'no object',
    'failure 0',
    'failure 1',
    'failure 2',
  ])
  expect(sent()[0]).toMatchObject({ name: 'RangeError', page: '/login', stack: expect.stringContaining('RangeError') })
  expect(sent()[1]).toMatchObject({ name: 'Error', stack: '/assets/a.js:1:2' })
})
