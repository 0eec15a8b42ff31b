import { describe, expect, test } from 'vitest'

import { createBodyGuard, createFormGuard, hasTooManyParameters } from './body-guard.ts'

const tooLarge = expect.objectContaining({ code: 'request.too_large' })

/** The number of bytes that were read, in pieces of this size, before the body was refused; undefined when it was accepted. */
function readUntilRefused(input: { type: string | null; body: string; piece?: number }): number | undefined {
  const guard = createBodyGuard(input.type)
  const bytes = Buffer.from(input.body)
  const piece = input.piece ?? bytes.length
  for (let at = 0; at < bytes.length; at += piece) {
    try {
      guard(bytes.subarray(at, at + piece))
    } catch (error) {
      expect(error).toEqual(tooLarge)
      return at
    }
  }
  return undefined
}

const multipart = 'multipart/form-data; boundary=x1y2'
const part = (header: string, content = 'a') => `--x1y2\r\n${header}\r\n\r\n${content}\r\n`
const field = (name: string) => part(`content-disposition: form-data; name="${name}"`)
const file = (name: string) => part(`content-disposition: form-data; name="f"; filename="${name}"`)
const end = '--x1y2--\r\n'

describe('a body that exceeds every form is refused while it arrives', () => {
  test.for([
    ['a list of half a million', 'application/json', `[${'0,'.repeat(500_000)}0]`],
    ['half a million nested lists', 'application/json', '['.repeat(500_000)],
    ['100,000 nested objects, without a content type', null, '{"a":'.repeat(100_000)],
    ['twenty thousand parts', multipart, field('a').repeat(20_000)],
    ['a file name of a megabyte', multipart, file('a'.repeat(1_000_000))],
    ['a part whose header never ends', multipart, `--x1y2\r\n${'a: b\r\n'.repeat(150_000)}`],
  ] as const)('%s: within the first 64 KB, in pieces of any size', ([, type, body]) => {
    for (const piece of [1000, 16_384]) expect(readUntilRefused({ type, body, piece })).toBeLessThan(65_536)
  })
})

describe('a form that a person fills in passes, in pieces of any size', () => {
  const text = JSON.stringify({
    description: '[{,"\\'.repeat(20_000),
    hours: Array.from({ length: 50 }, (_, n) => ({ n })),
  })
  const longName = file(`${'ñ'.repeat(250)}.pdf`)
  test.for([
    ['brackets and commas inside a text', 'application/json; charset=utf-8', text],
    ['a form with three files of long names', multipart, field('form') + longName.repeat(3) + end],
    ['a file full of dashes', multipart, part('content-disposition: form-data; name="f"', '-'.repeat(100_000)) + end],
    ['a form with a quoted boundary', 'multipart/form-data; boundary="x1y2"', field('form') + end],
    ['nothing', 'application/json', ''],
  ] as const)('%s', ([, type, body]) => {
    for (const piece of [1, 7, 1000, 100_000]) {
      if (piece < 1000 && body.length > 50_000) continue
      expect(readUntilRefused({ type, body, piece })).toBeUndefined()
    }
  })
})

test.for([
  'text/event-stream',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
  'multipart/form-data',
  'x',
  `multipart/form-data; boundary=${'a'.repeat(71)}`,
])('a body of the kind %s is refused with its first byte', (type) => {
  const guard = createBodyGuard(type)
  guard(new Uint8Array())
  expect(() => guard(new Uint8Array(1))).toThrow(expect.objectContaining({ code: 'request.malformed' }))
})

test('a page’s form with 200 parameters passes, one with more is refused', () => {
  const read = (body: string) => () => createFormGuard('application/x-www-form-urlencoded')(Buffer.from(body))
  expect(read('a=1&'.repeat(199))).not.toThrow()
  expect(read('a=1&'.repeat(200))).toThrow(tooLarge)
})

test('a URL with 200 parameters passes, one with more is refused', () => {
  expect(hasTooManyParameters(`?${'a=1&'.repeat(199)}a`)).toBe(false)
  expect(hasTooManyParameters(`?${'&'.repeat(200)}`)).toBe(true)
})
