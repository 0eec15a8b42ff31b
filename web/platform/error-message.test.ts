import { traverseContractProcedures } from '@orpc/server'
import { expect, test, vi } from 'vitest'

import { contract } from '#contract/contract.ts'
import { requestErrors } from '#contract/errors.ts'
import { refusalOf } from '#web/testing/screen.tsx'
import { connectionLost, errorMessage, failureMessage, ServerAway, serverAway } from './error-message.ts'

test('the message of a refusal of fields consists of the messages of the fields', () => {
  const refused = refusalOf(
    { path: 'toDate', message: 'Elige el día' },
    { path: 'reason', message: 'Puede tener hasta 500 caracteres' },
  )
  expect(errorMessage(refused)).toBe('Elige el día. Puede tener hasta 500 caracteres.')
})

test('a refusal that names no field keeps the sentence of its code', () => {
  expect(errorMessage({ code: 'request.invalid', status: 422, message: 'Hay datos que no podemos aceptar.' })).toBe(
    'Hay datos que no podemos aceptar.',
  )
})

test('the sentence of every error of the contract is shown, whatever the name of its noun', () => {
  const codes = new Set<string>()
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    for (const code of Object.keys(procedure['~orpc'].errorMap)) codes.add(code)
  })
  expect(codes).toContain('centerRecords.own_center')
  const lost = [...codes].filter((code) => errorMessage({ code, status: 409, message: code }) !== code)
  expect(lost).toEqual([])
})

test.each([
  [20, 'Demasiados intentos seguidos. Espera un momento e inténtalo de nuevo.'],
  [61, 'Demasiados intentos seguidos. Podrás volver a intentarlo en 2 minutos.'],
  [3600, 'Demasiados intentos seguidos. Podrás volver a intentarlo en 60 minutos.'],
  [82_800, 'Demasiados intentos seguidos. Podrás volver a intentarlo en 23 horas.'],
])('a limit that refuses for %d seconds says when to try again', (retryAfterSeconds, sentence) => {
  const { status, message } = requestErrors['request.too_many']
  expect(errorMessage({ code: 'request.too_many', status, message, data: { retryAfterSeconds } })).toBe(sentence)
})

test.each([
  ['a response that breaks off', new SyntaxError('Unexpected end of JSON input')],
  ['a body that cannot be read', new DOMException('', 'NetworkError')],
  [
    'a session that cannot be renewed',
    Object.assign(new Error('fetch failed'), { name: 'AuthRetryableFetchError', status: 0 }),
  ],
  ['an error of a library around the failed request', new Error('failed', { cause: new TypeError('Load failed') })],
])('a lost connection is called one: %s', (_, error) => {
  expect(errorMessage(error)).toBe(connectionLost)
})

test.each([
  ['a proxy whose server is away', new ServerAway(503)],
  [
    'the authentication service behind such a proxy',
    Object.assign(new Error('{}'), { name: 'AuthRetryableFetchError', status: 502 }),
  ],
])('an absent server is not blamed on the connection of the visitor: %s', (_, error) => {
  expect(errorMessage(error)).toBe(serverAway)
})

test('a response that takes too long is not blamed on the connection of the visitor', () => {
  expect(errorMessage(new DOMException('', 'TimeoutError'))).toMatch(/^La respuesta tardó demasiado/)
})

test('without a connection, no failure of the server is claimed', () => {
  const failure = 'Algo falló de nuestro lado. Ya quedó registrado; inténtalo de nuevo.'
  expect(errorMessage(new Error('unexpected'))).toBe(failure)
  vi.stubGlobal('navigator', { onLine: false })
  expect(errorMessage(new Error('unexpected'))).toBe(connectionLost)
  vi.unstubAllGlobals()
})

test.each([
  [{ code: 'service.failure', status: 500, message: 'Algo falló de nuestro lado.' }, 'No se pudo pagar.'],
  [{ code: 'service.unavailable', status: 503, message: 'Vuelve en un rato.' }, 'No se pudo pagar.'],
  [{ code: 'checkouts.price_changed', status: 409, message: 'El precio cambió.' }, 'El precio cambió.'],
  [new TypeError('fetch failed'), connectionLost],
  [new Error('a fault of the browser'), 'No se pudo pagar.'],
])('where the server itself failed, the sentence is that of the screen: %o', (error, sentence) => {
  expect(failureMessage(error, { failed: 'No se pudo pagar.' })).toBe(sentence)
})
