import { expect, test } from 'vitest'

import { faultOfPdf } from '#server/platform/documents.ts'

import { samplePdf } from './sample-pdf.ts'

test('a sample document is a PDF with correct offsets in its table, also with accents and brackets', async () => {
  const content = samplePdf(['Habilitación', 'Centro (del) \\ Ombú', '🌿'])
  expect(await faultOfPdf(content)).toBeUndefined()
  const text = Buffer.from(content).toString('latin1')
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(5)
  for (const [at, offset] of offsets.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj`))
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1])
  expect(text.slice(start, start + 4)).toBe('xref')
})
