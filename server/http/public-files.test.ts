import { writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Me } from '#contract/accounts.ts'
import { pictureAddress } from '#contract/pictures.ts'
import { newFileName } from '#server/platform/file-store.ts'
import { actorOf, startTestServer } from '#server/testing/app-server.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform()
const { userId } = await buildAccount(platform)

async function start() {
  return startTestServer({ platform, authenticate: () => Promise.resolve(actorOf(['patient'], userId)) })
}

function upload(url: string, file: Blob, name = 'foto.jpg'): Promise<Response> {
  const body = new FormData()
  body.set('image', file, name)
  return fetch(`${url}/api/v1/me/avatar`, { method: 'PUT', body, headers: { authorization: 'Bearer patient' } })
}

async function photo(): Promise<Blob> {
  const content = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1f6f54' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 54/1 0/1' } })
    .jpeg()
    .toBuffer()
  return new Blob([new Uint8Array(content)], { type: 'image/jpeg' })
}

test('an uploaded picture is served at its address, cacheable for ever and unable to run code', async () => {
  const { url } = await start()
  const response = await upload(url, await photo())
  expect(response.status).toBe(200)
  const { avatarUrl } = (await response.json()) as Me
  for (const width of [10, 96, 97, 256, 1000]) {
    const address = pictureAddress({ url: avatarUrl ?? '', width })
    const picture = await fetch(url + address)
    expect(picture.status).toBe(200)
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const metadata = await sharp(await picture.bytes()).metadata()
    expect(metadata.width).toBeGreaterThanOrEqual(Math.min(width, 256))
    expect(metadata.exif).toBeUndefined()
  }
  const head = await fetch(url + avatarUrl, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await fetch(url + avatarUrl, { method: 'POST' })).status).toBe(404)
})

test.for([
  ['an SVG drawing sent as a JPEG', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/jpeg' })],
  ['a text sent as a JPEG', new Blob(['hola'], { type: 'image/jpeg' })],
  ['an HTML page', new Blob(['<script>alert(1)</script>'], { type: 'text/html' })],
  ['an empty file', new Blob([], { type: 'image/png' })],
] as const)('%s is refused', async ([, file]) => {
  const { url } = await start()
  const response = await upload(url, file)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'accounts.not_an_image'])
})

test('an upload above the maximum size of a picture or of a request is refused', async () => {
  const { url } = await start()
  const large = await upload(url, new Blob([new Uint8Array(900_001)]))
  expect([large.status, ((await large.json()) as { code: string }).code]).toEqual([422, 'request.invalid'])
  const larger = await upload(url, new Blob([new Uint8Array(1_100_000)]))
  expect([larger.status, ((await larger.json()) as { code: string }).code]).toEqual([413, 'request.too_large'])
})

test.for([undefined, '', 'hola', '{"image":"data:image/png;base64,AAAA"}'])(
  '%j instead of a form is refused',
  async (body) => {
    const { url } = await start()
    const response = await fetch(`${url}/api/v1/me/avatar`, {
      method: 'PUT',
      headers: { authorization: 'Bearer patient', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  },
)

test('a file that is not a picture has no public address', async () => {
  const { url } = await start()
  const name = `${newFileName({ prefix: 'document' })}.webp`
  await platform.files.write({ name, content: new Uint8Array([1]) })
  expect((await fetch(`${url}/files/${name}`)).status).toBe(404)
})

test.for([
  '/files/',
  '/files/x.webp',
  `/files/avatar-${'a'.repeat(43)}-96.webp`,
  '/files/../secret.key',
  '/files/..%2fsecret.key',
  '/files/%2e%2e%2fsecret.key',
  '/files/..%5csecret.key',
  '/files/avatar-x/../../secret.key',
  '/files//etc/passwd',
  '/files/avatar-%00.webp',
  '/files/%ff.webp',
])('%s serves no file', async (path) => {
  const { url } = await start()
  await writeFile(join(platform.settings.dataDir, 'secret.key'), 'the secret of all secrets')
  // fetch would normalise the path.
  const { hostname, port } = new URL(url)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path }, resolve).on('error', reject).end()
  })
  const text = (await response.toArray()).join('')
  // Here `..` leads to another address, which is a page.
  if (response.statusCode === 200) expect(text).toBe('<p>page</p>')
  else expect([400, 404]).toContain(response.statusCode)
})
