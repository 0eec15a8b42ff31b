import { expect, test } from 'vitest'

import { isPdfFile } from './pdf-file.ts'

const fileOf = (text: string) =>
  new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'certificado.pdf', { type: 'application/pdf' })

test.each([
  ['a document', '%PDF-1.7\n', true],
  ['a document after a byte-order mark', '\xef\xbb\xbf%PDF-1.7\n', true],
  ['a document after line breaks', '\r\n\r\n%PDF-1.4\n', true],
  ['a document after the header of a printer', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.4\n', true],
  ['a document after the header of a mail', 'Content-Type: application/pdf\r\n\r\n%PDF-1.4\n', true],
  ['a document that begins after a kilobyte', `${' '.repeat(1025)}%PDF-1.4\n`, false],
  ['a script with a document further on', '#!/bin/sh\n%PDF-1.4\n', false],
  ['a program with a document further on', 'MZ\x90\x00\x03\x00%PDF-1.4\n', false],
  ['a page with a document further on', '<html>%PDF-1.7', false],
  ['a document after a kilobyte less its mark', `${' '.repeat(1000)}%PDF-1.4`, true],
  ['a program', 'MZ\x90\x00\x03\x00\x00\x00', false],
  ['nothing', '', false],
])('whether %s is a PDF is found by its content, whatever its name and its declared type', async (_, text, isPdf) => {
  expect(await isPdfFile(fileOf(text))).toBe(isPdf)
})
