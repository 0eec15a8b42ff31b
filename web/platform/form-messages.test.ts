import { expect, test } from 'vitest'
import { z } from 'zod'

import { faultsOf, zodsEnglish } from '#contract/testing/schema-faults.ts'
import { formResolver } from './form-resolver.ts'

const modules = import.meta.glob<Record<string, unknown>>('../features/**/*-values.ts', { eager: true })

function schemasOf(value: unknown): z.ZodType[] {
  if (value instanceof z.ZodType) return [value]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.values(value).filter((each) => each instanceof z.ZodType)
}

const forms = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => schemasOf(value).map((schema) => ({ file, name, schema }))),
)

test.each(forms)('every error of $name in $file is in Spanish', ({ schema }) => {
  for (const { code, message } of faultsOf(schema)) expect(message, code).not.toMatch(zodsEnglish)
})

test("the browser validates with the server's messages", async () => {
  expect(forms.length).toBeGreaterThan(4)
  const form = z.object({ list: z.array(z.string()).max(1) })
  const options = { names: ['list'], fields: {}, shouldUseNativeValidation: false }
  const { errors } = await formResolver(form)({ list: ['a', 'b'] }, undefined, options as never)
  expect(errors).toMatchObject({ list: { message: 'Puede haber hasta 1' } })
})
