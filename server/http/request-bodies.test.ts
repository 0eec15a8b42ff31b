import { request } from 'node:http'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '#server/testing/app-server.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

let platform: TestPlatform
let url: string
beforeEach(async () => {
  const built = await testPlatform()
  platform = { ...built, settings: { ...built.settings, trustedProxies: 1 } }
  url = (await startTestServer({ platform })).url
})

const whole = 15_000_000

/** A registration of 15 MB from an address; `held`: its last byte doesn't come. Resolves with the code of the answer. */
function upload(o: { from: string; held: boolean }): { sent: Promise<void>; answer: Promise<string> } {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(whole),
    'x-forwarded-for': o.from,
  }
  const call = request(`${url}/api/v1/center-registrations`, { method: 'POST', headers })
  onTestFinished(() => void call.destroy())
  const answer = new Promise<string>((resolve) => {
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
    call.write(Buffer.alloc(whole - 1), () => resolve())
  })
  if (!o.held) call.end('x')
  return { sent, answer }
}

test('an address that withholds the ends of its uploads keeps nobody else from uploading', async () => {
  const attacker = Array.from({ length: 16 }, () => upload({ from: '198.51.100.7', held: true }))
  // What is over its share is refused at once.
  const codes = new Set<string>()
  for (let refused = 0; refused < 13; refused++) {
    const left = attacker.splice(0)
    const first = await Promise.race(left.map(async (each) => ({ each, code: await each.answer })))
    codes.add(first.code)
    attacker.push(...left.filter((each) => each !== first.each))
  }
  for (const code of codes) expect(['cut', 'request.too_many']).toContain(code)
  // Another person's form is read to its end: what is wrong with it is what is in it.
  const other = upload({ from: '203.0.113.9', held: false })
  expect(await other.answer).toMatch(/^request\.(malformed|invalid)$/)
}, 30_000)

test('what an address held is its own again once it was answered', async () => {
  for (let round = 0; round < 3; round++) {
    const calls = Array.from({ length: 3 }, () => upload({ from: '198.51.100.7', held: false }))
    for (const { answer } of calls) expect(await answer).toMatch(/^request\.(malformed|invalid)$/)
  }
}, 30_000)
