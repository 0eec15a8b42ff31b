import { z } from 'zod'

/** Bad values, one of each kind that a schema may refuse. */
const badValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e12,
  Number.NaN,
  '',
  'x',
  '7:99',
  'x'.repeat(70_000),
  [],
  Array.from({ length: 500 }, () => 'x'),
  {},
  new Map(),
  new File([new Uint8Array(20_000_000)], 'x'),
  new Date(Number.NaN),
]

/** A schema and all of its parts. */
export function partsOf(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): z.core.$ZodType[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const children = Object.entries(schema._zod.def).flatMap(([key, part]: [string, unknown]) =>
    // Checks count as schemas, but run only as part of their own schema.
    key === 'checks'
      ? []
      : part instanceof z.core.$ZodType
        ? [part]
        : typeof part === 'object' && part !== null && !(part instanceof RegExp)
          ? Object.values(part).filter((each) => each instanceof z.core.$ZodType)
          : [],
  )
  return [schema, ...children.flatMap((child) => partsOf(child, seen))]
}

type Fault = { code: string; message: string }

/** The messages of a schema and all of its parts for each bad value. */
export function faultsOf(schema: z.core.$ZodType): Fault[] {
  // A transformation runs only as part of its own schema.
  const checked = partsOf(schema).filter((part) => part._zod.def.type !== 'transform')
  return checked.flatMap((part) =>
    badValues.flatMap((value) => {
      const parsed = z.safeParse(part, value)
      return (parsed.error?.issues ?? []).flatMap(withInner)
    }),
  )
}

function withInner(issue: z.core.$ZodIssue): Fault[] {
  const inner = issue.code === 'invalid_union' ? issue.errors.flat().flatMap(withInner) : []
  return [{ code: issue.code, message: issue.message }, ...inner]
}

/** The beginnings of zod's default messages. */
export const zodsEnglish =
  /^(?:Invalid|Too (?:big|small)|Unrecognized|Expected|Required)|expected|received|must (?:be|have|match|start|end)/
