import { expect, test } from 'vitest'
import { z } from 'zod'
import '#contract/messages.ts'
import { faultsOf, zodsEnglish } from '#contract/testing/schema-faults.ts'
import { listRoutes } from './openapi.ts'

const inputs = listRoutes().flatMap(({ name, procedure }) => {
  const { inputSchema } = procedure['~orpc']
  return inputSchema instanceof z.ZodType ? [{ name, inputSchema }] : []
})

test.each(inputs)('every validation message for the input of $name is Spanish', ({ inputSchema }) => {
  for (const { code, message } of faultsOf(inputSchema)) {
    expect(message, code).not.toMatch(zodsEnglish)
    expect(message, code).toMatch(/^[A-ZÁÉÍÓÚ¿¡]/)
  }
})

test('the sweep covers every kind of issue that the contract can raise', () => {
  const codes = new Set(inputs.flatMap(({ inputSchema }) => faultsOf(inputSchema).map(({ code }) => code)))
  expect([...codes].toSorted()).toEqual([
    'custom',
    'invalid_format',
    'invalid_type',
    'invalid_union',
    'invalid_value',
    'not_multiple_of',
    'too_big',
    'too_small',
  ])
})

test.for([
  [z.strictObject({ a: z.string() }), { a: 'x', b: 1 }, 'Sobran datos que no conocemos: b'],
  [z.array(z.string()).max(20), Array.from({ length: 21 }, () => 'x'), 'Puede haber hasta 20'],
  [z.array(z.string()).min(1), [], 'Elige al menos 1'],
  [z.string().max(3), 'xxxx', 'Puede tener hasta 3 caracteres'],
  [z.string().min(1), '', 'Completa este dato'],
  [z.string().min(3), 'x', 'Escribe al menos 3 caracteres'],
  [z.number().max(5), 6, 'Tiene que ser como máximo 5'],
  [z.number().positive(), 0, 'Tiene que ser más de 0'],
  [z.number(), undefined, 'Completa este dato'],
  [z.number(), 'x', 'Este dato no es del tipo esperado'],
  [z.email(), 'x', 'Por favor ingresa un email válido'],
  [z.string().regex(/^a$/), 'x', 'El formato no es válido'],
  [z.enum(['a']), 'x', 'Elige una de las opciones'],
  [z.string().refine(() => false), 'x', 'Este dato no es válido'],
] as const)('a schema without its own message explains the problem in Spanish (%#)', ([schema, value, message]) => {
  expect(z.safeParse(schema, value).error?.issues[0]?.message).toBe(message)
})
