import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { type RouteMeta, route } from './route.ts'

type Declared = {
  '~orpc': { route: { method?: string }; meta: RouteMeta; inputSchema?: unknown; outputSchema?: unknown }
}
const nouns = contract as Record<string, Record<string, Declared>>

/** Each write by its name, with what it declares. */
const writes = Object.entries(nouns).flatMap(([noun, routes]) =>
  Object.entries(routes)
    .filter(([, declared]) => declared['~orpc'].route.method !== 'GET')
    .map(([verb, declared]) => ({ name: `${noun}.${verb}`, ...declared['~orpc'] })),
)

function readOf(name: string): Declared['~orpc'] | undefined {
  const [noun = '', verb = ''] = name.split('.')
  const declared = nouns[noun]?.[verb]?.['~orpc']
  return declared?.route.method === 'GET' ? declared : undefined
}

test('a write that does not say what it changes, and a noun that does not exist, do not compile', () => {
  const definition = { method: 'POST', path: '/rooms', access: 'public', summary: '' } as const
  // @ts-expect-error -- without `changes`
  route(definition)
  // @ts-expect-error -- the contract has no rooms
  route({ ...definition, changes: ['rooms'] })
  expect(route({ ...definition, changes: [] })['~orpc'].meta).toMatchObject({ changes: [] })
})

test('what a write changes is a noun or one of its reads, each named once', () => {
  for (const { name, meta } of writes) {
    const changed = [...meta.changes, ...(meta.returns === undefined ? [] : [meta.returns])]
    for (const each of changed) {
      const isNoun = !each.includes('.')
      expect(isNoun ? nouns[each] : readOf(each), `${name} changes ${each}`).toBeDefined()
      // Otherwise the read would be fetched twice.
      if (!isNoun) expect(changed, name).not.toContain(each.slice(0, each.indexOf('.')))
    }
    expect(changed, name).toHaveLength(new Set(changed).size)
  }
})

test('a write that returns a read responds with the same shape, and its input says which one', () => {
  const returning = writes.filter(({ meta }) => meta.returns !== undefined)
  expect(returning.length).toBeGreaterThan(20)
  for (const { name, meta, inputSchema, outputSchema } of returning) {
    const read = readOf(meta.returns ?? '')
    expect(read?.outputSchema, name).toBe(outputSchema)
    expect(fieldsOf(inputSchema), name).toEqual(expect.arrayContaining(fieldsOf(read?.inputSchema)))
  }
})

const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
