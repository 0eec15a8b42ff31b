import { expect, test } from 'vitest'
import { faultOfPdf } from './documents.ts'

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
  'latin1',
)

test.each([
  ['as it is', pdf],
  ['after a byte-order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf])],
  ['after line breaks', Buffer.concat([Buffer.from('\r\n\n'), pdf])],
  ['after the header of a printer', Buffer.concat([Buffer.from('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'), pdf])],
  ['before three kilobytes of zeros', Buffer.concat([pdf, Buffer.alloc(3072)])],
  ['before four kilobytes of line ends', Buffer.concat([pdf, Buffer.alloc(4096, '\r\n')])],
])('a PDF %s is accepted', async (_, content) => {
  expect(await faultOfPdf(content)).toBeUndefined()
})

test.each([
  ['that is cut off', pdf.subarray(0, pdf.length - 10), 'cut_off'],
  ['before a program', Buffer.concat([pdf, Buffer.alloc(2048, 'MZ')]), 'cut_off'],
  ['behind a page', Buffer.concat([Buffer.from('<!doctype html>'), pdf]), 'not_a_pdf'],
  ['behind a script', Buffer.concat([Buffer.from('#!/bin/sh\n'), pdf]), 'not_a_pdf'],
  ['behind a program', Buffer.concat([Buffer.from('MZ\x90\0\x03\0', 'latin1'), pdf]), 'not_a_pdf'],
  ['of zeros alone', Buffer.alloc(3072), 'not_a_pdf'],
])('a PDF %s is refused', async (_, content, fault) => {
  expect(await faultOfPdf(content)).toBe(fault)
})

/** A PDF with this text before the last table, this table, and a reference to it. */
function pdfWith({ before = '', table, startsAt }: { before?: string; table: string; startsAt?: number }): Buffer {
  const start = `%PDF-1.7\n${before}\n`
  return Buffer.from(`${start}${table}\nstartxref\n${startsAt ?? start.length}\n%%EOF\n`, 'latin1')
}
const tableOf = (trailer: string) => `xref\n0 1\n0000000000 65535 f \ntrailer\n${trailer}`
const streamOf = (entries: string) => `7 0 obj\n<</Type/XRef/Size 8${entries}>>stream\nx\nendstream endobj`

test.each([
  ['in its trailer', pdfWith({ table: tableOf('<< /Root 1 0 R /Encrypt 5 0 R >>') })],
  ['behind a text', pdfWith({ table: tableOf('<</ID[(a\\)>>(b)) <3e3e>]/Info<</Title(c)>>/Encrypt 5 0 R>>') })],
  ['in a spelling with codes', pdfWith({ table: tableOf('<</Root 1 0 R/#45ncr#79pt 5 0 R>>') })],
  ['in its cross-reference stream', pdfWith({ table: streamOf('/Root 1 0 R/Encrypt<</Filter/Standard>>') })],
  ['in a stream that its reference misses', pdfWith({ table: streamOf('/Encrypt 5 0 R'), startsAt: 0 })],
  ['in a trailer that its reference misses', pdfWith({ table: tableOf('<</Encrypt 5 0 R>>'), startsAt: 99_999 })],
])('a PDF that names its encryption %s is refused as locked', async (_, content) => {
  expect(await faultOfPdf(content)).toBe('locked')
})

test.each([
  ['in a text', pdfWith({ table: tableOf('<</Root 1 0 R/Info(/Encrypt 5 0 R)>>') })],
  ['in a comment', pdfWith({ table: tableOf('<</Root 1 0 R %/Encrypt\n>>') })],
  ['in another dictionary', pdfWith({ table: tableOf('<</Root 1 0 R/Info<</Encrypt 1>>>>') })],
  ['in an attached document', pdfWith({ before: 'trailer<</Encrypt 5 0 R>>', table: tableOf('<</Root 1 0 R>>') })],
  ['in a longer name', pdfWith({ table: tableOf('<</Root 1 0 R/EncryptMetadata true>>') })],
])('a PDF without a password that says /Encrypt %s is accepted', async (_, content) => {
  expect(await faultOfPdf(content)).toBeUndefined()
})

test.each([
  ['trailers', 'trailer<<'],
  ['cross-reference streams', 'obj<</XRef'],
  ['texts without an end', 'trailer<<('],
])('ten megabytes of %s are read within a second', async (_, part) => {
  const content = pdfWith({ before: part.repeat(1_000_000), table: '', startsAt: 0 })
  const startedAt = performance.now()
  await faultOfPdf(content)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
