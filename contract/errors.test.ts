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

test('when a feature throws from several maps, each error has the status and message of its own map', () => {
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

test('an error for one field has the shape of a schema error', () => {
  expect(failField('email', 'No existe')).toMatchObject({
    code: 'request.invalid',
    status: 422,
    data: { fields: [{ path: 'email', message: 'No existe' }] },
  })
})

test('a route declares only the errors that it picked', () => {
  expect(pickErrors(roomErrors, 'rooms.taken')).toEqual({ 'rooms.taken': roomErrors['rooms.taken'] })
})

test('when several routes declare a code, it is the same error in each', () => {
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
