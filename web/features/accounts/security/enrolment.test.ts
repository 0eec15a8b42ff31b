import { expect, test } from 'vitest'

import { groupSecret, proposedName, svgOf } from './enrolment.ts'

test("the QR code is extracted from the session client's data address", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M1,1h2"/></svg>'
  expect(svgOf(`data:image/svg+xml;utf-8,${svg}`)).toBe(svg)
  expect(svgOf(svg)).toBe(svg)
})

test('a secret is shown in groups of four', () => {
  expect(groupSecret('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(groupSecret('ABCDEFGH')).toBe('ABCD EFGH')
})

test('a proposed device name is never in use', () => {
  expect(proposedName([])).toBe('Mi teléfono')
  expect(proposedName(['Mi teléfono', 'Mi teléfono 3'])).toBe('Mi teléfono 2')
})
