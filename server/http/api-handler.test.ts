import { expect, test } from 'vitest'
import { z } from 'zod'

import { instant } from '#contract/values.ts'
import { listRoutes } from './openapi.ts'

const outputs = listRoutes().flatMap(({ name, procedure }) => {
  const { outputSchema } = procedure['~orpc']
  return outputSchema instanceof z.ZodType ? [{ name, outputSchema }] : []
})

test('every route declares its output, which leaves out what the contract does not list', () => {
  const others = listRoutes().filter(({ name }) => !outputs.some((output) => output.name === name))
  // A stream declares its events.
  expect(others.map(({ name }) => name)).toEqual(['live.stream'])
})

test.each(outputs)('the output of $name is JSON without a conversion, or one file', ({ outputSchema }) => {
  const file = outputSchema instanceof z.ZodFile
  const types = typesIn(outputSchema)
  expect(file ? [...types].filter((type) => type !== 'file') : [...types].filter((type) => !json.has(type))).toEqual([])
})

/** The kinds of schemas whose values JSON.stringify writes as they are. */
const json = new Set([
  ...['string', 'number', 'int', 'boolean', 'null', 'enum', 'literal', 'object', 'array', 'tuple', 'record', 'union'],
  ...['nullable', 'optional', 'readonly', 'pipe'],
])

/** The types of the schemas in a schema, at any depth. */
function typesIn(schema: z.ZodType, known = new Set<z.ZodType>()): Set<string> {
  if (known.has(schema)) return new Set()
  known.add(schema)
  // It converts a date.
  if (schema === instant) return new Set(['string'])
  const types = new Set<string>([schema.def.type])
  const within = (part: unknown): void => {
    if (part instanceof z.ZodType) for (const type of typesIn(part, known)) types.add(type)
    else if (Array.isArray(part)) part.forEach(within)
    else if (typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype)
      Object.values(part).forEach(within)
  }
  Object.entries(schema.def).forEach(([key, part]) => {
    if (key !== 'checks' && key !== 'error') within(part)
  })
  return types
}
