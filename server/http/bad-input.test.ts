import { expect, test } from 'vitest'
import { z } from 'zod'

import { roles } from '#contract/route.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { type ContractRoute, listRoutes } from './openapi.ts'
import { actorOf, startTestServer } from './test-server.ts'

const unknownId = '019a9f00-0000-7000-8000-00000000dead'
const longText = 'ñandú 🌿 '.repeat(1250)

/** What no honest screen sends. Each goes into every field of every route, one at a time. */
const nasty: readonly [string, unknown][] = [
  ['an unknown id', unknownId],
  ['a word', 'nada'],
  ['an empty text', ''],
  ['emoji', '🧘‍♀️🇺🇾'],
  ['right-to-left text and marks', 'مرحبا \u202e\u200f'],
  ['ten thousand letters', longText],
  ['a NUL byte', 'a\u0000b'],
  ['half a surrogate pair', '\ud800'],
  ['SQL', "'; drop table appointments; --"],
  ['a pattern', '%_%\\'],
  ['a day that does not exist', '2026-02-30'],
  ['a day after all days', '9999-12-31'],
  ['an instant before all instants', '-271821-04-20T00:00:00.000Z'],
  ['an instant in the past', '2020-01-06T13:00:00.000Z'],
  ['a time off the grid', '2026-11-23T13:07:00.000Z'],
  ['a number out of any range', '1e308'],
  ['a negative number', '-1'],
  ['not a number', 'NaN'],
  ['null', null],
  ['a list', ['a', { b: 1 }]],
  ['an object', JSON.parse('{"__proto__":{"admin":true},"constructor":1}')],
]

const routes = listRoutes()
const fieldsOf = (route: ContractRoute): string[] => {
  const { inputSchema } = route.procedure['~orpc']
  return inputSchema instanceof z.ZodObject ? Object.keys(inputSchema.shape) : []
}

test.each(routes)('$name answers nothing worse than a clear refusal', async (route) => {
  const platform = await testPlatform()
  const { patientId } = await buildPatient(platform)
  const actor = actorOf([...roles], patientId)
  const { url } = await startTestServer({ platform, authenticate: () => Promise.resolve(actor) })
  for (const field of ['', ...fieldsOf(route)]) {
    for (const [what, value] of nasty) {
      const response = await send({ url, route, input: field === '' ? value : { [field]: value } })
      const body = await response.text()
      const about = `${field || 'the whole input'} is ${what}: ${response.status} ${body.slice(0, 300)}`
      expect(response.status, about).toBeLessThan(500)
      if (response.status < 400) continue
      const answer = JSON.parse(body) as { code: string; message: string; requestId: string }
      expect(answer.code, about).toMatch(/^[a-z]+\.[a-z_]+$/)
      expect(answer.message, about).toMatch(/^[A-ZÁÉÍÓÚ¿].*[.?]$/)
      expect(answer.requestId, about).toBeTruthy()
    }
  }
  const left = await platform.db.selectFrom('appointments').select('id').execute()
  expect(left, 'nothing was stored').toEqual([])
})

test('the sweep says how much it covered', () => {
  const fields = routes.flatMap(fieldsOf).length
  process.stdout.write(`bad input: ${routes.length} routes, ${fields} fields, ${nasty.length} values each\n`)
  expect(routes.length).toBeGreaterThan(0)
})

function send({ url, route, input }: { url: string; route: ContractRoute; input: unknown }): Promise<Response> {
  const fields = new Map(Object.entries(typeof input === 'object' && input !== null ? input : {}))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields.get(name) ?? unknownId)
    fields.delete(name)
    return encodeURIComponent(value.isWellFormed() ? value : 'x')
  })
  const headers = { authorization: 'Bearer somebody', 'content-type': 'application/json' }
  if (route.method === 'GET') {
    const query = [...fields].map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`)
    return fetch(`${url}${path}?${query.join('&')}`, { headers })
  }
  return fetch(`${url}${path}`, { method: route.method, headers, body: JSON.stringify(input) ?? '' })
}
