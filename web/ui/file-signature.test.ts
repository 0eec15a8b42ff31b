import { expect, test } from 'vitest'

import { kindOfBytes, kindOfFile } from './file-signature.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['a photo', '\xff\xd8\xff\xe1\x00\x10Exif', 'jpeg'],
  ['a drawing', '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR', 'png'],
  ['a moving picture', 'GIF89a\x01\x00', 'gif'],
  ['a picture of the web', 'RIFF\x10\x00\x00\x00WEBPVP8 ', 'webp'],
  ['a newer one', '\x00\x00\x00\x1cftypavif\x00\x00\x00\x00', 'avif'],
  ['a photo of a phone', '\x00\x00\x00\x18ftypheic\x00\x00\x00\x00', 'heic'],
  ['a program', 'MZ\x90\x00\x03\x00\x00\x00', undefined],
  ['a program for another system', '\x7fELF\x02\x01', undefined],
  ['a drawing that may hold a script', '<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['a document', '%PDF-1.7\n', undefined],
  ['an archive', 'PK\x03\x04', undefined],
  ['nothing', '', undefined],
])('%s is recognised by its first bytes', (_, text, kind) => expect(kindOfBytes(bytes(text))).toBe(kind))

test('the name and the declared type of a file are ignored', async () => {
  const program = new File([bytes('MZ\x90\x00')], 'certificado.pdf', { type: 'application/pdf' })
  expect(await kindOfFile(program)).toBeUndefined()
})
