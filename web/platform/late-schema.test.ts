import { expect, test } from 'vitest'
import { z } from 'zod'

import { formFault } from './form-fault.ts'
import { lateResolver, lateSchema } from './late-schema.ts'

const options = { names: ['name'], fields: {}, shouldUseNativeValidation: false } as never
const schema = z.object({ name: z.string().min(1, 'Falta el nombre') })

test('a form whose schema loads later is validated with it', async () => {
  const { errors } = await lateResolver(async () => schema)({ name: '' }, undefined, options)
  expect(errors).toMatchObject({ name: { message: 'Falta el nombre' } })
})

test('a form whose schema cannot load reports the connection, and is validated at the next attempt', async () => {
  let isConnected = false
  const late = lateSchema(async () => {
    if (!isConnected) throw new TypeError('Failed to fetch dynamically imported module')
    return schema
  })
  const resolve = lateResolver(late.load)
  late.preload()
  expect(formFault((await resolve({ name: 'Ana' }, undefined, options)).errors)).toMatch(/^No pudimos conectarnos/)
  isConnected = true
  expect(await resolve({ name: 'Ana' }, undefined, options)).toEqual({ values: { name: 'Ana' }, errors: {} })
})
