import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
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

async function encryptedPdf(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const file = new PdfDocument(options)
  file.text('Certificado')
  file.end()
  return await buffer(file)
}

/** The encryption of another program, whose password for readers is empty. */
const emptyPassword = '9e632468d31b97911a2bcf35328d8bb77802a6134f1cfe9f81ce93fbcf4d43288928cc35fbe27b9c74f7a09d4f2e7d04'

const versions = ['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const

test.each(versions)(
  'a PDF %s that only restricts printing is accepted, and one with a password is refused',
  async (pdfVersion) => {
    // The ids and salts differ in each file, and so do the signs that its texts escape.
    for (let n = 0; n < 20; n += 1) {
      const info = { Title: `Certificado ${n}`, CreationDate: new Date(1_780_000_000_000 + n) }
      const restricted = { pdfVersion, info, ownerPassword: `dueño ${n}`, permissions: { copying: false } }
      expect(await faultOfPdf(await encryptedPdf(restricted))).toBeUndefined()
      expect(await faultOfPdf(await encryptedPdf({ ...restricted, userPassword: 'clave' }))).toBe('locked')
    }
  },
)

test.each([
  ['an empty password', emptyPassword, undefined],
  [
    'a password',
    'f80eb9091b0bd9cb53ed2a6eb4daa3e01bf66121a59d65470827a463af169362df671fd63dff5a8a88b11d08f97a6799',
    'locked',
  ],
])('a PDF 2.0 with %s is read as another program encrypts it', async (_, user, fault) => {
  const before = `15 0 obj<</R 3>>endobj\n5 0 obj\n<</V 5/R 6/Length 256/P 4294967292/Filter/Standard/U<${user}>>>endobj`
  const table = tableOf('<</Root 1 0 R/ID[<00><00>]/Encrypt 5 0 R>>')
  expect(await faultOfPdf(pdfWith({ before, table }))).toBe(fault)
})

test.each([
  ['of another handler', '/Filter/Adobe.PubSec/R 6'],
  ['of a revision that nothing knows', '/Filter/Standard/R 7'],
  ['without its parts', '/Filter/Standard/R 4'],
  ['with parts of other types', '/Filter/Standard/R 4/U 1/O(a)/P(b)'],
  ['with a key of no length', '/Filter/Standard/R 3/U<00>/O<00>/P 1/Length 0'],
  ['with endless lists', `/Filter/Standard/R${'['.repeat(8000)}`],
])('a PDF with an encryption %s is refused as locked', async (_, entries) => {
  const table = tableOf(`<</Encrypt<<${entries}>>>>`)
  expect(await faultOfPdf(pdfWith({ table }))).toBe('locked')
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

/** What a search or a reader takes for the beginning of something, and what it skips. */
const hostileParts = [
  ...['/XRefj', '/XRef', 'obj/XRef', 'obj<</XRef', 'obj(/XRef', 'obj%/XRef', 'bj', 'j', '/', '/XRe'],
  ...[
    'trailer',
    'trailer\n',
    'trailer<<',
    'trailer<<(',
    'trailer<<%',
    'trailer<<<',
    'trailer<<[',
    'trailer%',
    'traile',
    't',
  ],
  ...[
    'trailer<</Encrypt 1 0 R>>',
    'trailer<</Encrypt 1 0 R>>1 0 obj<<>>',
    'trailer<</Encrypt<<',
    'trailer<</ID[(a)]>>',
  ],
  ...['<<', '<', '((', '(', '[', '%', '\\(', '/Encrypt 1 0 R', '1 0 obj', '11 0 obj', '1 0 ob', 'obj'],
  ...['startxref', 'startxref 9\n', 'startxre', 'xref\n', '\0', '\n', ' ', '%PDF-1.4', '%%EOF', '1', '\xff'],
]
const hostileEnds = ['', 'trailer<</Encrypt 1 0 R>>', 'trailer<</Encrypt<</Filter/Standard/R 6/U<00>>>>>']

test.each(hostileParts)('ten megabytes of %j take the process little time', async (part) => {
  for (const before of hostileEnds) {
    const filling = Buffer.alloc(9_900_000, part, 'latin1').toString('latin1')
    const content = pdfWith({ before: filling, table: before, startsAt: 9_999_999_999 })
    const startedAt = process.cpuUsage()
    await faultOfPdf(content)
    const { user, system } = process.cpuUsage(startedAt)
    // Far more than it takes, because other processes slow this one down; what is not bounded takes minutes.
    expect((user + system) / 1e6).toBeLessThan(1)
  }
})

test.each([
  ['whose trailers only restrict printing', `trailer<</Encrypt<</R 6/Filter/Standard/U<${emptyPassword}>>>>>`],
  ['whose trailers are endless', 'trailer<<('],
  ['whose trailers overlap', `%trailer<<\n${']'.repeat(39)}`],
  ['whose trailers begin in names', `trailer<</a${'#41'.repeat(13)}`],
])('a damaged PDF %s, more than can be read in time, counts as locked', async (_, part) => {
  const startedAt = process.cpuUsage()
  expect(await faultOfPdf(pdfWith({ before: part.repeat(50_000), table: '', startsAt: 0 }))).toBe('locked')
  expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(1)
})

test.each([
  ['a hundred versions', tableOf('<</Root 1 0 R/Size 12/Info 3 0 R>>\n').repeat(100)],
  ['ten megabytes of a picture', `${'\x8f\x03trai/XRobj\n'.repeat(800_000)}${tableOf('<</Root 1 0 R>>')}`],
  ['streams of cross-references', streamOf('/Root 1 0 R').repeat(100)],
])('a damaged PDF without a password that has %s is accepted', async (_, table) => {
  expect(await faultOfPdf(pdfWith({ table, startsAt: 9_999_999_999 }))).toBeUndefined()
})

test('the last of many trailers of a damaged PDF is read', async () => {
  const table = `${tableOf('<</Root 1 0 R>>\n').repeat(150)}${tableOf('<</Encrypt 5 0 R>>')}`
  expect(await faultOfPdf(pdfWith({ table, startsAt: 9_999_999_999 }))).toBe('locked')
})
