import type { z } from 'zod'

/** The dotted paths of a schema's fields whose names match, in objects, lists, unions and transformations. */
export function fieldPaths(schema: unknown, name: RegExp, path: readonly string[] = []): string[] {
  if (!isSchema(schema)) return []
  const { def } = schema._zod
  if (def.type === 'object') {
    return Object.entries((def as z.core.$ZodObjectDef).shape).flatMap(([key, field]) => [
      ...(name.test(key) ? [[...path, key].join('.')] : []),
      ...fieldPaths(field, name, [...path, key]),
    ])
  }
  const parts = Object.entries(def).flatMap(([key, part]: [string, unknown]) =>
    key === 'checks' ? [] : Array.isArray(part) ? part : [part],
  )
  return [...new Set(parts.flatMap((part) => fieldPaths(part, name, path)))]
}

const isSchema = (part: unknown): part is z.core.$ZodType =>
  typeof part === 'object' && part !== null && '_zod' in part && 'parse' in part
