import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '#server/testing/app-server.ts'
import { withFreeDisk } from '#server/testing/full-disk.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { countRows, expectNothing, register, registrationFiles } from '#server/testing/registrations.ts'
import { listStoredFiles, registrationBody, registrationForm } from '#server/testing/uploads.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})
const email = 'elena@ejemplo.uy'

describe('a registration that is too large', () => {
  test('is refused by its content length before the body is sent', async () => {
    const { url } = await startTestServer({ platform })
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    const begin = performance.now()
    socket.write(
      `POST /api/v1/centers HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: multipart/form-data; boundary=x\r\n` +
        'content-length: 52428800\r\n\r\n--x\r\n',
    )
    const statusLine = await new Promise<string>((resolve, reject) => {
      socket.once('data', (data) => resolve(String(data)))
      socket.once('error', reject)
    })
    expect(performance.now() - begin).toBeLessThan(2_000)
    expect(statusLine).toMatch(/^HTTP\/1\.1 413 /)
    expect(statusLine).toContain('Lo que intentas enviar es demasiado grande.')
    socket.destroy()
    await expectNothing(platform)
  })

  test('is also refused when it has no content length', async () => {
    const { url } = await startTestServer({ platform })
    const chunk = new Uint8Array(1024 * 1024)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 50) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const request = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }
    const response = await fetch(`${url}/api/v1/centers`, request as RequestInit)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'request.too_large'])
    await expectNothing(platform)
  })

  test('is refused while the client is still sending it', async () => {
    const photo50 = { content: new Uint8Array(50 * 1024 * 1024), name: 'yo.jpg' }
    const { status, body } = await register(platform, { files: { profilePhoto: photo50 } })
    expect([status, body]).toMatchObject([
      413,
      { code: 'request.too_large', message: 'Lo que intentas enviar es demasiado grande.' },
    ])
    await expectNothing(platform)
  })

  test('because of one file is refused at that field', async () => {
    const large = { content: new Uint8Array(3_000_001), name: 'yo.jpg' }
    const { status, body } = await register(platform, { files: { profilePhoto: large } })
    expect([status, body.data]).toEqual([
      422,
      { fields: [{ path: 'profilePhoto', message: 'La imagen es demasiado grande' }] },
    ])
    await expectNothing(platform)
  })
})

test('an upload that the client aborts stores nothing', async () => {
  const { url } = await startTestServer({ platform })
  const { hostname, port } = new URL(url)
  const whole = new Request(`${url}/x`, {
    method: 'POST',
    body: registrationBody({ form: registrationForm({ email }), files: await registrationFiles() }),
  })
  const content = Buffer.from(await whole.arrayBuffer())
  for (const share of [0.3, 0.9]) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(
      `POST /api/v1/centers HTTP/1.1\r\nhost: ${hostname}\r\n` +
        `content-type: ${whole.headers.get('content-type')}\r\ncontent-length: ${content.length}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.write(content.subarray(0, content.length * share), resolve))
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.resetAndDestroy()
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expectNothing(platform)
  // The second attempt succeeds.
  expect((await register(platform, { url, files: await registrationFiles() })).status).toBe(201)
})

test('an upload for which the disk has no room says so, stores nothing, and succeeds once there is room', async () => {
  const { url } = await startTestServer({ platform })
  const files = await registrationFiles()
  const first = { url, files, form: registrationForm({ email: 'ana@ejemplo.uy' }) }
  const { result, written } = await withFreeDisk(Number.POSITIVE_INFINITY, () => register(platform, first))
  expect(result.status).toBe(201)
  const rows = await countRows(platform)
  const stored = await listStoredFiles(platform)
  expect(stored.length).toBeGreaterThan(2)
  // An image that is larger than what waits in memory fails while it arrives, the others when they are kept.
  const large = { ...files, certifications: { content: Buffer.alloc(1_000_000), name: 'a.pdf' } }
  for (const [sent, freeBytes] of [
    [large, 0],
    [large, 500_000],
    [files, 0],
    [files, written - 1],
  ] as const) {
    const refused = await withFreeDisk(freeBytes, () => register(platform, { url, files: sent }))
    const { status, body } = refused.result
    expect([status, body]).toMatchObject([
      507,
      { code: 'service.storage_full', message: expect.stringContaining('no podemos guardar archivos') },
    ])
    expect(await listStoredFiles(platform)).toEqual(stored)
    expect(await readdir(join(platform.settings.dataDir, 'uploads'))).toEqual([])
    expect(await countRows(platform)).toEqual(rows)
  }
  expect((await register(platform, { url, files })).status).toBe(201)
})
