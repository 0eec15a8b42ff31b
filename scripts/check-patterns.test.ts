import { expect, test } from 'vitest'

import { findPatterns, refusalOf } from './check-patterns.ts'

const file = 'server/planted.ts'
const refusalsIn = (text: string) => findPatterns({ file, text }).patterns.map(refusalOf)

test.for([
  ['a literal', 'const dots = /^[\\s.]+|[\\s.]+$/gu'],
  ['a literal inside a schema', "const name = z.string().regex(/(a+)+$/, 'no')"],
  [
    'a literal inside markup',
    'const field = <input onBlur={(event) => clean(event.target.value.replace(/\\s+$/, ""))} />',
  ],
  ['a text', "const end = new RegExp('\\\\s+$', 'u')"],
  ['a template without values', 'const end = RegExp(`,+$`)'],
] as const)('a quadratic pattern planted as %s is rejected, and the message names its slow part', ([, text]) => {
  const { patterns } = findPatterns({ file: text.includes('<input') ? 'web/planted.tsx' : file, text })
  expect(patterns).toHaveLength(1)
  expect(patterns.map(refusalOf)[0]).toMatch(/(polynomial|exponential), because of .+/)
})

test('patterns with linear running time pass, including those of zod', () => {
  expect(refusalsIn('const ok = [/^a+$/, /\\s+/g, /\\/{1,9}$/, z.email(), z.uuid(), z.iso.date()]')).toEqual([
    ...Array.from({ length: 6 }, () => undefined),
  ])
})

test('a pattern that is built at run time is rejected, because it cannot be checked', () => {
  const text = "const one = 1\nconst found = new RegExp(prefix + '+$')"
  expect(findPatterns({ file, text })).toEqual({
    patterns: [],
    problems: [expect.stringContaining('server/planted.ts:2: ')],
  })
})

test('a division, a comment and a string are not taken for patterns', () => {
  expect(findPatterns({ file, text: "const half = a / 2 / 3 // /x+$/\nconst text = '/x+$/'" })).toEqual({
    patterns: [],
    problems: [],
  })
})
