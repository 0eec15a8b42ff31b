import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../routes')
const routes = readdirSync(folder)
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  .filter(([, source]) => source.includes('validateSearch'))

/** What an address, or a link in the code of another page, may hold instead of the text that a page expects. */
const strange = [{ day: 'dia' }, true, null]

test.each(routes)('%s validates each parameter of its address', async (_, source) => {
  const [, parserName = ''] = /validateSearch: (\w+),/.exec(source) ?? []
  const [, file = ''] = new RegExp(`import \\{[^}]*\\b${parserName}\\b[^}]*\\} from '([^']+)'`).exec(source) ?? []
  const parse = (await import(file))[parserName] as (raw: Record<string, unknown>) => object
  const withoutParameters = parse({})
  // The router keeps the raw value of each parameter that the parser does not name.
  const known = Object.keys(withoutParameters)
  expect(known).not.toEqual([])
  for (const value of strange) {
    const read = parse(Object.fromEntries([...known, 'other'].map((key) => [key, value])))
    expect(read).toEqual(withoutParameters)
    expect(Object.keys(read)).toEqual(known)
  }
})
