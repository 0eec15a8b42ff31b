import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'id;serie;número;estado\r\nV-1;A;12;Emitido'
const utf16 = (start: readonly number[], swap: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array([...start, ...(swap ? bytes.swap16() : bytes)])
}

test.each([
  ['UTF-8', new Uint8Array(Buffer.from(text))],
  ['UTF-8 with its mark', new Uint8Array(Buffer.from(`\ufeff${text}`))],
  ['the encoding of an older Windows', new Uint8Array(Buffer.from(text, 'latin1'))],
  ['UTF-16', utf16([0xff, 0xfe], false)],
  ['UTF-16 with its bytes the other way round', utf16([0xfe, 0xff], true)],
])('a file in %s is read as it was written', (_, content) => {
  expect(decodeText(content)).toBe(text)
})

test.each([
  ['a workbook', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00])],
  ['UTF-16 without its mark', utf16([], false)],
])('%s is no text', (_, content) => {
  expect(decodeText(content)).toBe(null)
})
