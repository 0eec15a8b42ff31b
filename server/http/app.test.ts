import { connect } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { applyBrand, builtInBrand } from '#contract/brand.ts'
import { queueMail } from '#server/platform/mail.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { listRoutes } from './openapi.ts'
import { clientAddress } from './visitor.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

test('an idle connection stays open for longer than a proxy keeps it', { timeout: 30_000 }, async () => {
  const { url } = await startTestServer({ platform })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.on('data', (chunk) => (received += chunk.toString()))
  socket.on('close', () => (isClosed = true))
  const send = () => socket.write('GET /healthz HTTP/1.1\r\nhost: senda.example\r\n\r\n')
  const countResponses = () => received.split('HTTP/1.1 200').length - 1
  send()
  await expect.poll(countResponses).toBe(1)
  expect(received.toLowerCase()).toContain('keep-alive: timeout=75')
  // Longer than Node's own limit, and than the limit for the headers of a request.
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  expect(isClosed).toBe(false)
  send()
  await expect.poll(countResponses).toBe(2)
  socket.destroy()
})

test('every response has the security headers, and HSTS only in production', async () => {
  const { url } = await startTestServer({ platform })
  const { url: productionUrl } = await startTestServer({
    platform: { ...platform, settings: { ...platform.settings, production: true } },
  })
  for (const path of ['/', '/api/v1/nothing', '/healthz', '/api/docs']) {
    const { headers } = await fetch(url + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('permissions-policy')).toContain('geolocation=(self)')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.has('strict-transport-security')).toBe(false)
  }
  expect((await fetch(`${productionUrl}/healthz`)).headers.get('strict-transport-security')).toContain('max-age')
})

test('a password manager finds the page where a password is changed', async () => {
  const { url } = await startTestServer({ platform })
  const response = await fetch(`${url}/.well-known/change-password`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/account?seccion=seguridad'])
})

test('the manifest of the site has the name that the operator has now', async () => {
  const { url } = await startTestServer({ platform })
  const read = async () => {
    const response = await fetch(`${url}/site.webmanifest`)
    return [response.headers.get('content-type'), await response.json()]
  }
  expect(await read()).toEqual(['application/manifest+json', expect.objectContaining({ short_name: 'Senda' })])
  onTestFinished(() => applyBrand(builtInBrand))
  applyBrand({ ...builtInBrand, name: 'Nombre Nuevo' })
  expect((await read())[1]).toMatchObject({ name: 'Nombre Nuevo', short_name: 'Nombre Nuevo', lang: 'es-UY' })
})

test('the process is healthy and ready while the database responds', async () => {
  const { url } = await startTestServer({ platform })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('a process that is about to stop still responds, but is not ready', async () => {
  const { url } = await startTestServer({ platform, isStopping: () => true })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }])
  // A proxy does not use the connection again, which is about to close.
  expect((await fetch(`${url}/healthz`)).headers.get('connection')).toBe('close')
})

test('without its database the process is healthy but not ready', async () => {
  const isolatedPlatform = await testPlatform()
  await isolatedPlatform.pool.query('drop table schema_migrations')
  const { url } = await startTestServer({ platform: isolatedPlatform })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
})

test('the OpenAPI document and its page list every route with its access and its errors', async () => {
  const { url } = await startTestServer({ platform })
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { description: string; security: unknown[] }>>
  }
  const page = await (await fetch(`${url}/api/docs`)).text()
  for (const route of listRoutes()) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()]
    expect(operation?.description, route.name).toContain('Acceso: ')
    expect(operation?.description).toContain('`session.missing`')
    expect(operation?.security).toHaveLength(route.access === 'public' ? 0 : 1)
    expect(page).toContain(`<code>${route.method} ${route.path}</code>`)
  }
  expect(page).not.toContain('<script')
})

test('outgoing mails can be read in the demonstration only', async () => {
  const html =
    '<html><head></head><body><a href="https://senda.example/reset">Cambiar</a><script>alert(1)</script></body></html>'
  await queueMail(platform.db, {
    platform,
    to: 'ana@ejemplo.uy',
    subject: 'Hola <b>Ana</b>',
    html,
    text: 'Cambiar',
    kind: 'accounts.password_changed',
  })
  const { url } = await startTestServer({ platform: { ...platform, settings: { ...platform.settings, demo: true } } })
  const list = await (await fetch(`${url}/dev/mail`)).text()
  expect(list).toContain('Hola &lt;b&gt;Ana&lt;/b&gt;')
  const path = /\/dev\/mail\/[\w-]{36}/.exec(list)?.[0]
  const shown = await (await fetch(url + path)).text()
  expect(shown).toContain(
    `src="${path}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"`,
  )
  const mail = await fetch(`${url}${path}/html`)
  expect(mail.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await mail.text()).toContain('<base target="_top">')
  expect((await fetch(`${url}/dev/mail/unknown`)).status).toBe(404)

  const production = { ...platform, settings: { ...platform.settings, demo: false } }
  const { url: closed } = await startTestServer({
    platform: production,
    pages: { fetch: () => Promise.resolve(new Response('', { status: 404 })) },
  })
  expect((await fetch(`${closed}/dev/mail`)).status).toBe(404)
})

test.each([
  ['no proxy is trusted', 0, '203.0.113.9', '10.0.0.1'],
  ['our proxy wrote the last entry', 1, '198.51.100.7, 203.0.113.9', '203.0.113.9'],
  ['two proxies of ours', 2, '198.51.100.7, 203.0.113.9', '198.51.100.7'],
  ['fewer entries than proxies', 3, '203.0.113.9', '203.0.113.9'],
  ['an IPv6 visitor', 1, '2001:db8:1:2:a:b:c:d', '2001:db8:1:2::/64'],
  ['a short IPv6 visitor', 1, '2001:db8::1', '2001:db8:0:0::/64'],
  ['an IPv4 visitor written as IPv6', 1, '::ffff:203.0.113.9', '203.0.113.9'],
  ['an IPv4 visitor written as IPv6 in hexadecimal', 1, '::ffff:cb00:7109', '203.0.113.9'],
  ['the machine itself', 1, '::1', '::1'],
  ['an address beside that of the machine itself', 1, '::2', '0:0:0:0::/64'],
  ['an interface named after the address', 1, 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['the proxy writes a port', 1, '203.0.113.9:5678', '203.0.113.9'],
  ['the proxy writes brackets and a port', 1, '[2001:db8:1:2:a:b:c:d]:443', '2001:db8:1:2::/64'],
  ['the proxy writes brackets', 1, '[2001:db8::1]', '2001:db8:0:0::/64'],
  ['the proxy writes the port of the machine itself', 1, '[::1]:443', '::1'],
  ['a text that is not an address', 1, 'x'.repeat(5000), '10.0.0.1'],
  ['a name', 1, 'unknown', '10.0.0.1'],
  ['an address with more than a port', 1, '203.0.113.9:80:80', '10.0.0.1'],
  ['numbers that are no address', 1, '999.0.113.9:80', '10.0.0.1'],
])("the visitor's address when %s", (_, trustedProxies, forwarded, expected) => {
  const incoming = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } }
  expect(clientAddress({ incoming: incoming as never, trustedProxies })).toBe(expected)
})
