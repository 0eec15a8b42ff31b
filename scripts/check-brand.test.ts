import { expect, test } from 'vitest'

import { findFixedNames } from './check-brand.ts'

const file = 'web/features/legal/terms.tsx'

test('the built-in name in a text, and a constant of the operator’s words, are refused', () => {
  const text = [
    "const title = 'Términos de Senda'",
    'const intro = () => `Entra a Senda.`',
    'const Intro = () => <p>Entra a Senda.</p>',
    'const mail = brand.email',
    'const texts = { contact: [brand.email] }',
  ].join('\n')
  expect(findFixedNames({ file, text })).toEqual([
    `${file}:1: write brand.name instead of «Senda»`,
    `${file}:2: write brand.name instead of «Senda»`,
    `${file}:3: write brand.name instead of «Senda»`,
    `${file}:4: read brand in a function: the operator may change it`,
    `${file}:5: read brand in a function: the operator may change it`,
  ])
})

test('what reads the words when it runs, other words, and the name of the software are accepted', () => {
  const text = [
    '// Comments may name Senda.',
    'const title = () => [brand.name]',
    'const texts = { get contact() { return brand.email } }',
    "const header = 'Senda-Signature'",
  ].join('\n')
  expect(findFixedNames({ file, text })).toEqual([])
  expect(findFixedNames({ file: 'server/main.ts', text: "console.log('Senda runs')" })).toEqual([])
})
