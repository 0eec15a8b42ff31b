import type { ErrorMap } from '@orpc/contract'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { failField, failWith, pickErrors } from './errors.ts'

const roomErrors = {
  'rooms.not_found': { status: 404, message: 'No encontramos esa sala.' },
  'rooms.taken': { status: 409, message: 'Esa sala está ocupada.', data: z.object({ by: z.string() }) },
} as const satisfies ErrorMap
const keyErrors = {
  'keys.lost': { status: 409, message: 'Esa llave se perdió.' },
} as const satisfies ErrorMap

test('a feature throws from several maps, and each error carries what its own map says', () => {
  const fail = failWith(roomErrors, keyErrors)
  expect(fail('rooms.taken', { by: 'Ana' })).toMatchObject({
    code: 'rooms.taken',
    status: 409,
    message: 'Esa sala está ocupada.',
    data: { by: 'Ana' },
  })
  expect(fail('keys.lost')).toMatchObject({ code: 'keys.lost', status: 409, message: 'Esa llave se perdió.' })
  expectTypeOf(fail<'rooms.taken'>).parameters.toEqualTypeOf<[code: 'rooms.taken', data: { by: string }]>()
  expectTypeOf(fail<'keys.lost'>).parameters.toEqualTypeOf<[code: 'keys.lost']>()
})

test('one refused field reads as what the schemas refuse', () => {
  expect(failField('email', 'No existe')).toMatchObject({
    code: 'request.invalid',
    status: 422,
    data: { fields: [{ path: 'email', message: 'No existe' }] },
  })
})

test('a route names only the errors that it may answer', () => {
  expect(pickErrors(roomErrors, 'rooms.taken')).toEqual({ 'rooms.taken': roomErrors['rooms.taken'] })
})

test('a code is declared once: wherever routes name it, it is the same error', () => {
  const known = new Map<string, unknown>()
  for (const routes of Object.values(contract)) {
    for (const [name, route] of Object.entries(routes)) {
      const errors: ErrorMap = route['~orpc'].errorMap
      for (const [code, item] of Object.entries(errors)) {
        expect(known.get(code) ?? item, `${code} at ${name}`).toBe(item)
        known.set(code, item)
      }
    }
  }
  expect(known.size).toBeGreaterThan(30)
})
