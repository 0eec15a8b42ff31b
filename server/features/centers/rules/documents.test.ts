import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cleanFileName, usualReviewHours } from './documents.ts'

test.for([
  ['Habilitación MSP.pdf', 'Habilitación MSP.pdf'],
  ['TITULO.PDF', 'TITULO.pdf'],
  ['IMG_2031.HEIC', 'IMG_2031.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\Ana\\seguro.pdf', 'seguro.pdf'],
  ['factura\u202efdp.exe', 'facturafdp.exe.pdf'],
  ['a\u200bb\u0000c\r\nd.pdf', 'abcd.pdf'],
  ['"><script>.pdf', '---script-.pdf'],
  ['..', 'documento.pdf'],
  ['', 'documento.pdf'],
  ['.pdf', 'documento.pdf'],
  ['   ', 'documento.pdf'],
  ['carpeta/', 'documento.pdf'],
  ['.. a ..  .pdf', 'a.pdf'],
  [`${'Habilitación '.repeat(18)}2026.PDF`, `${'Habilitación '.repeat(16).slice(0, 196).trim()}.pdf`],
] as const)('the file name %j is cleaned to %j', ([name, cleaned]) => {
  expect(cleanFileName(name)).toBe(cleaned)
})

test('every cleaned name is visible text without a path, and fits the column', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const cleaned = cleanFileName(name)
      expect(cleaned).toMatch(/^[^/\\\p{Cc}\p{Cf}<>:"|?*]+\.pdf$/u)
      expect(cleaned.length).toBeLessThanOrEqual(200)
      expect(cleaned.isWellFormed()).toBe(true)
      expect(cleanFileName(cleaned)).toBe(cleaned)
    }),
    { numRuns: 2000 },
  )
})

test.for([
  ['dots', `a${'.'.repeat(1_000_000)}a.pdf`],
  ['spaces', `a${' '.repeat(1_000_000)}a.pdf`],
  ['folders', '/'.repeat(1_000_000)],
  ['invisible characters', '\u200b'.repeat(1_000_000)],
] as const)('a name with a megabyte of %s is cut before a regular expression reads it', ([, name]) => {
  const startedAt = performance.now()
  expect(cleanFileName(name).length).toBeLessThanOrEqual(200)
  // Without the cut, an eighth of these dots took 15 seconds. With it, a busy machine needs up to 70 ms.
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

test('the usual time of a review is the median in whole hours, from the tenth review on', () => {
  const nine = [0.2, 1, 2, 3, 4, 5, 6, 7, 900]
  expect(usualReviewHours(nine)).toBeUndefined()
  expect(usualReviewHours([...nine, 4.5])).toBe(4)
  expect(usualReviewHours(Array.from({ length: 10 }, () => 0.1))).toBe(1)
})
