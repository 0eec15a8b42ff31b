import { request } from 'node:http'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createShares, uploadLimits } from '#server/api/body-shares.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { newFileName } from '#server/platform/file-store.ts'
import { newId } from '#server/platform/ids.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { pdf, registrationBody } from '#server/testing/uploads.ts'
import { listRoutes } from './openapi.ts'

let platform: TestPlatform
let url: string
beforeEach(async () => {
  const built = await testPlatform()
  platform = { ...built, settings: { ...built.settings, trustedProxies: 1 } }
  url = (await startTestServer({ platform })).url
})

const uploadBytes = 15_000_000

/** Sends a registration of 15 MB from an address, with `isWithheld` without its last byte. Resolves with the response's code. */
function upload({ from, isWithheld, bearer }: { from: string; isWithheld: boolean; bearer?: string }): {
  sent: Promise<void>
  code: Promise<string>
} {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(uploadBytes),
    'x-forwarded-for': from,
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  const call = request(`${url}/api/v1/centers`, { method: 'POST', headers })
  onTestFinished(() => void call.destroy())
  const code = new Promise<string>((resolve) => {
    call.on('error', () => resolve('cut'))
    call.on('response', (response) => {
      const chunks: string[] = []
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => chunks.push(chunk))
      response.on('end', () => resolve((JSON.parse(chunks.join('')) as { code: string }).code))
      response.on('error', () => resolve('cut'))
    })
  })
  const sent = new Promise<void>((resolve) => {
    call.write(Buffer.alloc(uploadBytes - 1), () => resolve())
  })
  if (!isWithheld) call.end('x')
  return { sent, code }
}

test('an address that withholds the ends of its uploads does not keep other addresses from uploading', async () => {
  const attacker = Array.from({ length: 16 }, () => upload({ from: '198.51.100.7', isWithheld: true }))
  // An upload above the share is refused immediately.
  const codes = new Set<string>()
  for (let refused = 0; refused < 13; refused++) {
    const left = attacker.splice(0)
    const first = await Promise.race(left.map(async (each) => ({ each, code: await each.code })))
    codes.add(first.code)
    attacker.push(...left.filter((each) => each !== first.each))
  }
  for (const code of codes) expect(['cut', 'request.too_many']).toContain(code)
  // The form of another address is read to its end: the refusal is about its contents.
  const other = upload({ from: '203.0.113.9', isWithheld: false })
  expect(await other.code).toMatch(/^request\.(malformed|invalid)$/)
}, 30_000)

test('nine uploads without their ends keep neither a visitor nor a signed-in user from uploading, and end after ten seconds', async () => {
  const addresses = ['198.51.100.7', '198.51.100.8', '198.51.100.9']
  const idle = addresses.flatMap((from) => Array.from({ length: 3 }, () => upload({ from, isWithheld: true })))
  await Promise.all(idle.map(({ sent }) => sent))
  const visitor = upload({ from: '203.0.113.9', isWithheld: false })
  const user = upload({ from: '203.0.113.9', isWithheld: false, bearer: 'center' })
  for (const { code } of [visitor, user]) expect(await code).toMatch(/^request\.(malformed|invalid)$/)
  for (const { code } of idle) expect(await code).toBe('request.too_slow')
}, 60_000)

test('visitors who use up all of their uploads leave those of signed-in users', async () => {
  const shares = createShares(uploadLimits)
  const open = (at: number) => shares.open({ userId: undefined, address: `198.51.100.${at}` })
  expect(() => {
    for (let at = 0; at < 200; at++) open(at).hold(40_000_000)
  }).toThrow(expect.objectContaining({ code: 'service.unavailable' }))
  const ofUser = shares.open({ userId: 'ana', address: '198.51.100.1' })
  ofUser.hold(40_000_000)
  expect(() => ofUser.hold(40_000_000)).toThrow(expect.objectContaining({ code: 'request.too_many' }))
  ofUser.release()
  shares.open({ userId: 'ana', address: '198.51.100.1' }).hold(40_000_000)
})

test('unfinished ordinary bodies of one address share one limit over all routes, and leave sign-ins of others', async () => {
  const authService = createAuthService(platform, { resets: accountResets })
  const { url: served } = await startTestServer({ platform, authService })
  const paths = ['/auth/v1/token?grant_type=password', '/contact', '/baja/x', '/webhooks/payments/x', '/api/v1/support']
  const send = (path: string, { from, isWithheld }: { from: string; isWithheld: boolean }) => {
    const content = JSON.stringify({ email: 'ana@ejemplo.uy', password: 'x'.repeat(isWithheld ? 200_000 : 20) })
    const type = path === '/contact' ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers = {
      'content-type': type,
      'content-length': content.length,
      'x-forwarded-for': from,
      origin: platform.settings.publicUrl,
    }
    const call = request(served + path, { method: 'POST', headers })
    onTestFinished(() => void call.destroy())
    const response = new Promise<string>((resolve) => {
      call.on('error', () => resolve('cut'))
      call.on('response', ({ statusCode, headers: { 'retry-after': retryAfter } }) =>
        resolve(`${statusCode} ${retryAfter}`),
      )
    })
    if (isWithheld) call.write(content.slice(0, -1))
    else call.end(content)
    return response
  }
  const unfinished = Array.from({ length: 100 }, (_, at) =>
    send(paths[at % paths.length] ?? '', { from: '198.51.100.7', isWithheld: true }),
  )
  const waiting = new Promise<string>((resolve) => setTimeout(resolve, 3000, 'waiting'))
  const responses = await Promise.all(unfinished.map((each) => Promise.race([each, waiting])))
  expect(new Set(responses)).toEqual(new Set(['429 30', 'waiting']))
  expect(responses.filter((each) => each === 'waiting').length).toBeLessThanOrEqual(8192 / (200 - 16))
  for (const from of ['203.0.113.9', '198.51.100.7']) {
    expect(await send(paths[0] ?? '', { from, isWithheld: false })).toMatch(/^400/)
  }
}, 30_000)

test('the networks of 64 bits of one /48 share four times the uploads of one', () => {
  const shares = createShares(uploadLimits)
  const uploads: unknown[] = []
  expect(() => {
    for (let at = 0; at < 64; at++) {
      uploads.push(shares.open({ userId: undefined, address: `2001:db8:1:${(at * 256).toString(16)}::/64` }))
    }
  }).toThrow(expect.objectContaining({ code: 'request.too_many' }))
  expect(uploads).toHaveLength(48)
})

test('uploads are refused while the disk has less free space than the setting requires', async () => {
  const settings = { ...platform.settings, minFreeDisk: 1_000_000_000 }
  await platform.files.write({ name: `${newFileName({ prefix: 'document' })}.pdf`, content: pdf() })
  const { url: full } = await startTestServer({ platform: { ...platform, settings } })
  const body = registrationBody({ form: {}, files: { certifications: { content: pdf(), name: 'a.pdf' } } })
  const response = await fetch(`${full}/api/v1/centers`, { method: 'POST', body })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([507, 'service.storage_full'])
})

test('a request frees its share of the memory', async () => {
  for (let round = 0; round < 3; round++) {
    const calls = Array.from({ length: 3 }, () => upload({ from: '198.51.100.7', isWithheld: false }))
    for (const { code } of calls) expect(await code).toMatch(/^request\.(malformed|invalid)$/)
  }
}, 30_000)

test('a file name of a megabyte is refused while it arrives, and one of 250 letters is read to its end', async () => {
  const send = (name: string) => {
    const body = registrationBody({ form: {}, files: { certifications: { content: pdf(), name } } })
    return fetch(`${url}/api/v1/centers`, { method: 'POST', body })
  }
  await send('a.pdf')
  const startedAt = performance.now()
  const response = await send(`a${'.'.repeat(1_000_000)}a.pdf`)
  const tookMs = performance.now() - startedAt
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'request.too_large'])
  // A tenth of a second on a busy machine. Without the limit, an eighth of these dots took 15 s.
  expect(tookMs).toBeLessThan(5000)
  expect((await send(`${'ñ'.repeat(250)}.pdf`)).status).toBe(422)
})

test('an upload without a session to a route that requires one is refused unread', async () => {
  const route = listRoutes().find(({ name }) => name === 'compliance.upload')
  let read = 0
  const body = new ReadableStream({
    async pull(controller) {
      read += 65_536
      controller.enqueue(new Uint8Array(65_536))
      if (read > 9_000_000) controller.close()
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
  })
  const response = await fetch(url + (route?.path.replace(/\{\w+\}/g, newId()) ?? ''), {
    method: route?.method ?? 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect(((await response.json()) as { code: string }).code).toBe('session.missing')
  expect(read).toBeLessThan(9_000_000)
})

test('a request whose connection breaks within its body writes no log line', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const logged = { ...platform, log }
  const { url: served } = await startTestServer({
    platform: logged,
    authService: createAuthService(logged, { resets: accountResets }),
  })
  for (const [path, type] of [
    ['/api/v1/appointments/hold', 'application/json'],
    ['/api/v1/centers', 'multipart/form-data; boundary=x'],
    ['/auth/v1/signup', 'application/json'],
    ['/auth/v1/user', 'application/json'],
  ] as const) {
    const call = request(served + path, {
      method: path === '/auth/v1/user' ? 'PUT' : 'POST',
      headers: { 'content-type': type, 'content-length': '900000' },
    })
    call.on('error', () => {})
    await new Promise<void>((resolve) => call.write(' '.repeat(5000), () => resolve()))
    await new Promise((resolve) => setTimeout(resolve, 100))
    call.destroy()
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(lines).toEqual([])
})
