import { describe, expect, test } from 'vitest'
import { describeScriptError, describeViolation, pagePattern } from './described-error.ts'

const at = (file: string) =>
  `TypeError: x\n    at save (https://senda.example/assets/${file}.js:1:2345)\n    at https://senda.example/login?email=ana@ejemplo.uy:3:1`
const report = {
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'id')",
  stack: at('account-Ab3dE5g'),
  page: '/account',
}

describe('an error of a script', () => {
  test('keeps its functions and their places, and the page without its parameters', () => {
    expect(describeScriptError(report)).toMatchObject({
      kind: 'script',
      name: 'TypeError',
      message: "Cannot read properties of undefined (reading 'id')",
      stack: 'save assets/account-Ab3dE5g.js:1:2345',
      page: '/account',
    })
  })

  test('is alike in another build, on another page and about another row, and not in another script', () => {
    const fingerprintOf = (changed: Partial<typeof report>) =>
      describeScriptError({ ...report, ...changed })?.fingerprint
    const known = fingerprintOf({})
    expect(fingerprintOf({ stack: at('account-Zz9_x-1'), page: '/login' })).toBe(known)
    expect(fingerprintOf({ stack: at('agenda-Ab3dE5g') })).not.toBe(known)
    expect(fingerprintOf({ message: 'row 12345' })).toBe(fingerprintOf({ message: 'row 67890' }))
  })

  test.for([
    [`Unexpected token 'h', "hola, soy Ana" is not valid JSON`, `Unexpected token 'h', "…" is not valid JSON`],
    ["no such key 'Ana Pérez'", "no such key '…'"],
    ['no account of ana@ejemplo.uy here', 'no account of [email] here'],
    ['GET https://senda.example/a/b?code=secreto failed', 'GET https://senda.example failed'],
    ['GET /a/b?code=secreto failed', 'GET /a/… failed'],
    ['cédula 45678901, row 019a9f00-0000-7000-8000-000000000001', 'cédula …, row …'],
    ['an open "quote of Ana', 'an open "…"'],
  ] as const)('with the message %j is stored as %j', ([message, stored]) => {
    expect(describeScriptError({ ...report, message })?.message).toBe(stored)
  })

  test.each([
    { message: 'Script error.' },
    { message: 'Failed to fetch' },
    { name: 'AbortError' },
    { stack: 'at x (chrome-extension://abc/content.js:1:1)' },
  ])('that says nothing of a page is left out: %j', (changed) => {
    expect(describeScriptError({ ...report, ...changed })).toBeUndefined()
  })

  test('has bounded texts, whatever was sent', () => {
    const long = {
      name: 'x'.repeat(100),
      message: '"'.repeat(1000),
      stack: at('a').repeat(200),
      page: `/${'a/'.repeat(250)}`,
    }
    const described = describeScriptError(long)
    expect(described?.message.length).toBeLessThanOrEqual(300)
    expect(described?.stack.length).toBeLessThanOrEqual(2000)
    expect(described?.page.length).toBeLessThanOrEqual(200)
    expect(describeScriptError({ ...report, name: '<b>Ana Pérez</b>' })?.name).toBe('Error')
  })
})

test.for([
  ['/center/dashboard', '/center/dashboard'],
  ['/login?email=x#token=y', '/login'],
  ['/center/invitation/secreto', '/center/invitation/…'],
  ['/receipts/019a9f00-0000-7000-8000-000000000001', '/receipts/…'],
  ['/ana%40ejemplo.uy', '/…'],
  ['javascript:alert(1)', '/'],
] as const)('the page %j is stored as %j', ([path, stored]) => {
  expect(pagePattern(path)).toBe(stored)
})

test('a refusal of the policy keeps its directive and the origin that was refused', () => {
  const violation = {
    directive: 'script-src-elem',
    blocked: 'https://ads.example/x.js?who=ana',
    source: 'https://senda.example/assets/index-a.js?x',
    page: 'https://senda.example/centers?q=ana',
  }
  expect(describeViolation(violation)).toMatchObject({
    kind: 'policy',
    name: 'script-src-elem',
    message: 'https://ads.example was refused',
    page: '/centers',
  })
  expect(describeViolation({ ...violation, blocked: 'inline' })?.message).toBe('inline was refused')
  expect(describeViolation({ ...violation, source: 'moz-extension://abc/x.js' })).toBeUndefined()
  expect(describeViolation({ ...violation, directive: 'Ana Pérez' })).toBeUndefined()
})
