import { expect, test } from 'vitest'
import { isPdf } from './documents.ts'

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
  'latin1',
)

test.each([
  ['as it is', pdf],
  ['after a byte-order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf])],
  ['before three kilobytes of zeros', Buffer.concat([pdf, Buffer.alloc(3072)])],
  ['before four kilobytes of line ends', Buffer.concat([pdf, Buffer.alloc(4096, '\r\n')])],
])('a PDF %s is accepted', async (_, content) => {
  expect(await isPdf(content)).toBe(true)
})

test.each([
  ['that is cut off', pdf.subarray(0, pdf.length - 10)],
  ['before a program', Buffer.concat([pdf, Buffer.alloc(2048, 'MZ')])],
  ['behind a page', Buffer.concat([Buffer.from('<!doctype html>'), pdf])],
  ['of zeros alone', Buffer.alloc(3072)],
])('a PDF %s is refused', async (_, content) => {
  expect(await isPdf(content)).toBe(false)
})
