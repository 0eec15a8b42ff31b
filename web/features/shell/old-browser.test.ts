// @vitest-environment happy-dom
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { warnOldBrowser } from './old-browser.ts'

const open = () => runInThisContext(`(() => {${warnOldBrowser()}})()`)
const warning = () => document.querySelector('[role=alert]')?.textContent
const fail = (reason: Error) => dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))

beforeEach(() => {
  document.body.innerHTML = '<section>Senda</section>'
  vi.stubGlobal('CSS', { supports: () => true })
  Object.assign(HTMLElement.prototype, { noModule: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.sendaStarted = undefined
})

test('a browser of the list reads no warning', () => {
  open()
  expect(warning()).toBeUndefined()
})

test.each([
  ['that cannot draw the colours', () => vi.stubGlobal('CSS', { supports: (rule: string) => rule !== 'color' })],
  ['without AbortSignal.timeout', () => vi.stubGlobal('AbortSignal', {})],
])('a browser %s reads that it is too old, above the page', (_, make) => {
  make()
  open()
  expect(warning()).toContain('Tu navegador es demasiado antiguo para Senda')
  expect(document.body.firstElementChild?.getAttribute('role')).toBe('alert')
})

test('a script of the page that fails before it starts warns, and a lost connection or a later failure does not', () => {
  open()
  fail(new TypeError('Failed to fetch dynamically imported module: http://senda.test/assets/index-a.js'))
  expect(warning()).toBeUndefined()
  globalThis.sendaStarted = true
  const broken = Object.assign(new TypeError('x is not a function'), {
    stack: 'at http://senda.test/assets/index-a.js:1:20',
  })
  fail(broken)
  expect(warning()).toBeUndefined()
  globalThis.sendaStarted = undefined
  fail(broken)
  expect(warning()).toContain('Tu navegador es demasiado antiguo')
})
