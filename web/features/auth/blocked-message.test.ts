import { expect, test } from 'vitest'

import { blockedMessage } from '#contract/auth-failures.ts'

import { blockedSentence } from './blocked-message.ts'

const suspended = { isClosed: false, until: undefined, reason: undefined }

test.each([
  // Midnight has passed in UTC, and not in Montevideo.
  [
    { ...suspended, until: '2026-12-02T02:00:00.000Z', reason: 'Datos falsos' },
    'User is suspended until 2026-12-02T02:00:00.000Z. Reason: Datos falsos',
    'Tu cuenta está suspendida hasta el 1 de diciembre de 2026. Motivo: Datos falsos. Si crees que es un error, escribe a hola@senda.uy.',
  ],
  [
    { ...suspended, reason: 'Cancelaciones repetidas.\nReason: sin aviso.' },
    'User is suspended. Reason: Cancelaciones repetidas.\nReason: sin aviso.',
    'Tu cuenta está suspendida. Motivo: Cancelaciones repetidas.\nReason: sin aviso. Si crees que es un error, escribe a hola@senda.uy.',
  ],
  [suspended, 'User is suspended.', 'Tu cuenta está suspendida. Si crees que es un error, escribe a hola@senda.uy.'],
  [
    { ...suspended, isClosed: true },
    'User is banned.',
    'Tu cuenta está cerrada. Si crees que es un error, escribe a hola@senda.uy.',
  ],
])('the facts of %o are sent in English and shown in Spanish', (facts, wire, sentence) => {
  expect(blockedMessage(facts)).toBe(wire)
  expect(blockedSentence(wire)).toBe(sentence)
})

test.each(['', 'Your account is locked', 'User is banned forever', 'User is suspended until tomorrow. Reason: x'])(
  'the unknown sentence «%s» does not reach the screen',
  (message) => {
    expect(blockedSentence(message)).toMatch(/^Tu cuenta está suspendida\. Para saber por qué/)
  },
)
