import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { roles } from '#contract/roles.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { newId } from '#server/platform/ids.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { stormSize } from '#server/testing/storm.ts'
import { type App, createApp } from './app.ts'
import { type ContractRoute, listRoutes } from './openapi.ts'

/**
 * CPU time of this thread until the server has refused an input: the lowest of several tries, because the first ones compile
 * and garbage collection may run during any. Measured without sockets, in chunks of 64 KB, as they would arrive.
 */
const maxMs = 30
const tries = 5

const built = await testPlatform()
const platform = { ...built, settings: { ...built.settings, trustedProxies: 1 } }
let app: App
beforeAll(async () => {
  app = await createApp({
    platform,
    dev: false,
    authenticate: () => Promise.resolve(actorOf([...roles], newId())),
    authService: new Hono<HttpEnv>().route('/', createAuthService(platform, { resets: accountResets })),
    loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('<p>page</p>')) }),
  })
  return () => app.close()
})

type Input = { method: string; path: string; type?: string; body?: string; headers?: Record<string, string> }

let requestCount = 0
async function measure(input: Input): Promise<{ ms: number; status: number }> {
  let ms = Number.POSITIVE_INFINITY
  let status = 0
  const bytes = Buffer.from(input.body ?? '')
  for (let round = 0; round < tries && ms > maxMs; round += 1) {
    requestCount += 1
    const address = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536))
        controller.close()
      },
    })
    const headers = { authorization: 'Bearer x', ...(input.type && { 'content-type': input.type }), ...input.headers }
    const init = { method: input.method, headers, ...(bytes.length > 0 && { body, duplex: 'half' }) }
    const request = new Request(`http://senda.example${input.path}`, init)
    const incoming = { headers: { 'x-forwarded-for': address }, socket: { remoteAddress: '127.0.0.1' } }
    const before = process.threadCpuUsage()
    const response = await app.fetch(request, { incoming } as never)
    const { user, system } = process.threadCpuUsage(before)
    await response.body?.cancel()
    ms = Math.min(ms, (user + system) / 1000)
    status = response.status
  }
  return { ms, status }
}

/** Texts as long as a body may be. */
const bombs: readonly [string, string][] = [
  ['one letter', 'a'.repeat(250_000)],
  ['spaces before a letter', `${' '.repeat(250_000)}a`],
  ['dots', `a${'.'.repeat(250_000)}a`],
  ['marks on one letter', `a${'\u0301\u0323'.repeat(60_000)}`],
  ['letters that each unfold into eighteen', '\ufdfa'.repeat(80_000)],
  ['commas', 'a,'.repeat(125_000)],
  ['an address', `${'a.'.repeat(60_000)}@${'b.'.repeat(60_000)}uy`],
]
const shapes: readonly [string, string, string][] = [
  ['a list of half a million', 'application/json', `[${'0,'.repeat(500_000)}0]`],
  [
    'an object of fifty thousand keys',
    'application/json',
    `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join()}}`,
  ],
  ['half a million nested lists', 'application/json', '['.repeat(500_000)],
  ['a NUL within fifty thousand lists', 'application/json', `${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`],
  ['half a million parameters', 'application/x-www-form-urlencoded', 'a=&'.repeat(300_000)],
  ['brackets in each other', 'application/x-www-form-urlencoded', `a${'[a]'.repeat(300_000)}=1`],
  [
    'far indexes',
    'application/x-www-form-urlencoded',
    Array.from({ length: 190 }, (_, n) => `a${n}[9999]=1`).join('&'),
  ],
  [
    'twenty thousand parts',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(20_000),
  ],
  [
    'a file name of a megabyte',
    'multipart/form-data; boundary=x',
    `--x\r\ncontent-disposition: form-data; name="f"; filename="a${'.'.repeat(1_000_000)}a.pdf"\r\n\r\n1\r\n--x--\r\n`,
  ],
  [
    'a field name of brackets',
    'multipart/form-data; boundary=x',
    `--x\r\ncontent-disposition: form-data; name="a${'[a]'.repeat(1000)}"\r\n\r\n1\r\n--x--\r\n`,
  ],
  ['a stream of events', 'text/event-stream', 'data: 1\n\n'.repeat(100_000)],
  ['a binary body', 'application/octet-stream', 'a'.repeat(1_000_000)],
]

const routes = listRoutes()
const fieldsOf = (route: ContractRoute): string[] => {
  const { inputSchema } = route.procedure['~orpc']
  return inputSchema instanceof z.ZodObject ? Object.keys(inputSchema.shape) : []
}
const pathOf = (route: ContractRoute) => route.path.replace(/\{\w+\}/g, newId())
const authPaths = [
  '/signup',
  '/token?grant_type=password',
  '/token?grant_type=refresh_token',
  '/otp',
  '/recover',
  '/verify',
  '/resend',
]

function inputsOf(route: ContractRoute): [string, Input][] {
  const path = pathOf(route)
  const { method } = route
  if (method === 'GET') {
    const long = fieldsOf(route).flatMap((field) =>
      ['a', '%CD%81', '%20', '%EF%B7%BA', '.'].map((unit): [string, Input] => [
        `${field} of 15 KB of ${unit}`,
        { method, path: `${path}?${field}=${unit.repeat(15_000 / unit.length)}` },
      ]),
    )
    const lists = fieldsOf(route).map((field): [string, Input] => [
      `far indexes of ${field}`,
      { method, path: `${path}?${Array.from({ length: 190 }, (_, n) => `${field}[${n}][9999]=1`).join('&')}` },
    ])
    return [
      ...long,
      ...lists,
      ['five thousand parameters', { method, path: `${path}?${'a&'.repeat(5000)}` }],
      ['brackets in each other', { method, path: `${path}?a${'[a]'.repeat(5000)}=1` }],
    ]
  }
  const texts = fieldsOf(route).flatMap((field) =>
    bombs.map(([what, bomb]): [string, Input] => [
      `${field}: ${what}`,
      { method, path, type: 'application/json', body: JSON.stringify({ [field]: bomb }) },
    ]),
  )
  const lists = fieldsOf(route).map((field): [string, Input] => [
    `${field}: the longest list that the guard accepts`,
    {
      method,
      path,
      type: 'application/json',
      body: JSON.stringify({ [field]: Array.from({ length: 330 }, () => ({ a: [] })) }),
    },
  ])
  return [
    ...texts,
    ...lists,
    ...shapes.map(([what, type, body]): [string, Input] => [what, { method, path, type, body }]),
  ]
}

async function sweep(inputs: readonly [string, Input][]): Promise<void> {
  const slow: string[] = []
  for (const [what, input] of inputs) {
    const { ms, status } = await measure(input)
    if (process.env.SHOW_FIGURES)
      console.log(`${ms.toFixed(1)} ms ${status} ${input.method} ${input.path.slice(0, 60)} ${what}`)
    expect(status, what).toBeLessThan(500)
    if (ms > maxMs) slow.push(`${what}: ${ms.toFixed(1)} ms, ${status}`)
  }
  expect(slow).toEqual([])
}

const swept = routes.filter(({ name }) => name !== 'live.stream')

/** `npm run storm` sends every input to every route; `npm test` every eighth to each, and other ones to the next. */
const share = stormSize({ short: 8, long: 1 })

test.each(swept)('$name refuses a hostile input before it costs 30 ms', { timeout: 120_000 }, (route) =>
  sweep(inputsOf(route).filter((_, index) => index % share === swept.indexOf(route) % share)),
)

test.each(authPaths)('/auth/v1%s refuses a hostile input before it costs 30 ms', { timeout: 120_000 }, (path) => {
  const target = { method: 'POST', path: `/auth/v1${path}` }
  const texts = ['email', 'password', 'token', 'refresh_token'].flatMap((field) =>
    bombs.map(([what, bomb]): [string, Input] => [
      `${field}: ${what}`,
      { ...target, type: 'application/json', body: JSON.stringify({ [field]: bomb }) },
    ]),
  )
  return sweep([...texts, ...shapes.map(([what, type, body]): [string, Input] => [what, { ...target, type, body }])])
})

test.each(['/', '/centers', '/calendar/a.ics', '/files/a.webp', '/auth/v1/verify', '/nothing'])(
  '%s refuses a hostile address and header before it costs 30 ms',
  { timeout: 60_000 },
  async (path) => {
    const long = (name: string, value: string): [string, Input] => [
      `a long ${name}`,
      { method: 'GET', path, headers: { [name]: value } },
    ]
    await sweep([
      ['five thousand parameters', { method: 'GET', path: `${path}?${'a&'.repeat(5000)}` }],
      [
        'a thousand tracking parameters',
        { method: 'GET', path: `${path}?${Array.from({ length: 1500 }, (_, n) => `utm_${n}`).join('&')}` },
      ],
      ['a long path', { method: 'GET', path: path + '/'.repeat(15_000) }],
      ['a long name', { method: 'GET', path: path + '%2e'.repeat(5000) }],
      long('x-forwarded-for', '1,'.repeat(7000)),
      long('x-forwarded-for', `${'%'.repeat(15_000)}`),
      long('accept-encoding', 'gzip;q=0'.repeat(1800)),
      long('accept-encoding', `a;${' '.repeat(15_000)}q`),
      long('cookie', 'senda_visitor=a;'.repeat(900)),
      long('authorization', `Bearer ${'a'.repeat(15_000)}`),
      long('if-none-match', '"a",'.repeat(3500)),
      long('referer', `http://${'a.'.repeat(7000)}`),
      long('redirect_to', `http://senda.example${'/'.repeat(15_000)}`),
      long('user-agent', 'Mozilla/5.0 ('.repeat(1100)),
      long('content-disposition', `attachment; filename="${'"'.repeat(15_000)}`),
    ])
  },
)
