import { expect, test } from 'vitest'

import { grouped, proposedName, svgOf } from './enrolment.ts'

test('the QR code is taken out of the address that the session client made of it', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M1,1h2"/></svg>'
  expect(svgOf(`data:image/svg+xml;utf-8,${svg}`)).toBe(svg)
  expect(svgOf(svg)).toBe(svg)
})

test('a secret is read in groups of four', () => {
  expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(grouped('ABCDEFGH')).toBe('ABCD EFGH')
})

test('no device is proposed the name of another', () => {
  expect(proposedName([])).toBe('Mi teléfono')
  expect(proposedName(['Mi teléfono', 'Mi teléfono 3'])).toBe('Mi teléfono 2')
})
