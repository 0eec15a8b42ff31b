import type { UseFormSetError } from 'react-hook-form'
import { expect, test } from 'vitest'

import { applyServerErrors } from './server-errors.ts'

type Values = { name: string; price: string; specialties: string }

/** The errors that the form shows for this one, by field. */
function shownErrors(error: unknown, codes: Record<string, 'name'> = {}): Record<string, string | undefined> {
  const messages: Record<string, string | undefined> = {}
  const setError: UseFormSetError<Values> = (field, { message }) => {
    messages[field] = message
  }
  applyServerErrors({ setError }, error, { fields: ['name', 'specialties'], renamed: { priceCents: 'price' }, codes })
  return messages
}

const invalid = (...fields: { path: string; message: string }[]) => ({
  code: 'request.invalid',
  status: 422,
  message: 'Hay datos que no podemos aceptar.',
  data: { fields },
})

test("a server's field error is shown beside its field, even when the form names it differently", () => {
  const error = invalid({ path: 'name', message: 'Muy largo' }, { path: 'priceCents', message: 'Demasiado alto' })
  expect(shownErrors(error)).toEqual({ name: 'Muy largo', price: 'Demasiado alto' })
})

test("an error of a list's entry is an error of the list", () => {
  expect(shownErrors(invalid({ path: 'specialties.3', message: 'Muy corta' }))).toEqual({ specialties: 'Muy corta' })
})

test('every refused entry of a list is an error of the list, each message once', () => {
  const error = invalid(
    { path: 'specialties.0', message: 'Muy corta' },
    { path: 'specialties.3', message: 'Muy larga' },
    { path: 'specialties.5', message: 'Muy larga' },
  )
  expect(shownErrors(error)).toEqual({ specialties: 'Muy corta. Muy larga.' })
})

test('an error of a field that the form lacks is shown above the form, even when other fields have theirs', () => {
  expect(shownErrors(invalid({ path: 'nameless', message: 'Falta el nombre' }))).toEqual({ root: 'Falta el nombre' })
  const both = invalid({ path: 'nameless.2', message: 'Falta el nombre' }, { path: 'name', message: 'Muy largo' })
  expect(shownErrors(both)).toEqual({ root: 'Falta el nombre', name: 'Muy largo' })
})

test("a refusal that names no field shows the error's sentence above the form", () => {
  expect(shownErrors(invalid())).toEqual({ root: 'Hay datos que no podemos aceptar.' })
})

test('an error of the contract is shown beside its field', () => {
  const error = { code: 'team.already_member', status: 409, message: 'Ya es parte del equipo.' }
  expect(shownErrors(error, { 'team.already_member': 'name' })).toEqual({ name: 'Ya es parte del equipo.' })
  expect(shownErrors(error)).toEqual({ root: 'Ya es parte del equipo.' })
})

test('a lost connection is shown above the form', () => {
  expect(shownErrors(new TypeError('Failed to fetch')).root).toContain('No pudimos conectarnos')
})
