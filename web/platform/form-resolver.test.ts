import type { FieldErrors } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formFault } from './form-fault.ts'
import { formResolver } from './form-resolver.ts'

const schema = z.object({
  name: z.string().min(1, 'Falta el nombre'),
  specialties: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().max(5, 'Muy larga'))),
  professionalId: z.string().min(1, 'Elige quién'),
})

async function errorsOf(values: z.input<typeof schema>, names: string[], hidden: string[] = []): Promise<FieldErrors> {
  const fields = Object.fromEntries(names.map((name) => [name, { name, ref: { name }, mount: !hidden.includes(name) }]))
  const options = { names, fields, criteriaMode: 'firstError', shouldUseNativeValidation: false }
  return (await formResolver(schema)(values, undefined, options as never)).errors
}

test("an error of a list's entry is an error of the list's field", async () => {
  const values = { name: 'Ana', specialties: 'Yoga,Psicología', professionalId: 'x' }
  const errors = await errorsOf(values, ['name', 'specialties', 'professionalId'])
  expect(errors).toMatchObject({ specialties: { message: 'Muy larga' } })
  expect(formFault(errors)).toBeUndefined()
})

test.for([[[]], [['professionalId']]])(
  'an error without a visible field is shown above the form',
  async ([hidden = []]) => {
    const names = ['name', 'specialties', ...hidden]
    const errors = await errorsOf({ name: '', specialties: '', professionalId: '' }, names, hidden)
    expect(errors).toMatchObject({ name: { message: 'Falta el nombre' } })
    expect(formFault(errors)).toBe('Elige quién')
  },
)

test('an error of the server comes first', () => {
  const errors = { root: { message: 'No se pudo' }, unplaced: { message: 'Otra cosa' } } as unknown as FieldErrors
  expect(formFault(errors)).toBe('No se pudo')
})
