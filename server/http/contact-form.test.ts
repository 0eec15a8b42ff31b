import { expect, test } from 'vitest'

import { brand } from '#contract/brand.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { testPlatform } from '#server/testing/platform.ts'

const typed = { name: 'Ana Suárez', email: 'ana@ejemplo.uy', message: 'No encuentro mi reserva.', web_del_robot: '' }

async function start() {
  const platform = await testPlatform()
  const { url } = await startTestServer({ platform })
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${url}/contact`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
  const rows = () => platform.db.selectFrom('support_requests').selectAll().execute()
  return { platform, url, post, rows }
}

test('a message that a browser without scripts sends is stored, mailed and answered with its reference', async () => {
  const { platform, post, rows } = await start()
  const response = await post(typed)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row).toMatchObject({ full_name: 'Ana Suárez', email: 'ana@ejemplo.uy', sent_from: 'contact' })
  const page = await response.text()
  expect(page).toContain('Mensaje enviado, te contactaremos pronto')
  expect(page).toContain(`Tu referencia es ${row?.reference}.`)
  const mails = await listMails(platform, { limit: 10 })
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['ana@ejemplo.uy', brand.email].toSorted())

  // The page is loaded again, which sends the form again.
  expect(await (await post(typed)).text()).toContain(`Tu referencia es ${row?.reference}.`)
  expect(await rows()).toHaveLength(1)
})

test('the same message is sent again on another day', async () => {
  const platform = await testPlatform()
  const { url } = await startTestServer({ platform })
  const post = () => fetch(`${url}/contact`, { method: 'POST', body: new URLSearchParams(typed) })
  await post()
  platform.clock.set(new Date(platform.clock.now().getTime() + dayMs))
  await post()
  const rows = await platform.db.selectFrom('support_requests').select('id').execute()
  expect(rows).toHaveLength(2)
})

test.for(['/login', '/register', '/auth'])(
  'a form of %s that a browser without scripts sends leads back to the page',
  async (path) => {
    const { url } = await startTestServer({ platform: await testPlatform() })
    const response = await fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams({ email: 'ana@ejemplo.uy', password: 'secreta' }),
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(path)
  },
)

test('a refused message comes back with its errors and with what was typed, as text', async () => {
  const { post, rows } = await start()
  const response = await post({ ...typed, name: '', email: 'ana', message: '<script>alert(1)</script>' })
  expect(response.status).toBe(400)
  const page = await response.text()
  for (const text of ['Revisa el formulario.', 'El nombre es obligatorio', 'Correo no válido'])
    expect(page).toContain(text)
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).toContain('value="ana"')
  expect(await rows()).toEqual([])
})

test('a message with the hidden field is stored, and its reference is true', async () => {
  const { post, rows } = await start()
  const response = await post({ ...typed, web_del_robot: 'https://premio.example' })
  const stored = await rows()
  expect(stored).toHaveLength(1)
  expect(await response.text()).toContain(`Tu referencia es ${stored[0]?.reference}`)
})

test('a megabyte of text and a page of another site are refused, and text that cannot be stored counts as missing', async () => {
  const { post, rows } = await start()
  expect((await post(typed, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await (await post({ ...typed, message: 'a\0b' })).text()).toContain('El mensaje es obligatorio')
  // The server refuses it by its declared length, and closes the connection on the rest.
  const large = post({ ...typed, message: 'a'.repeat(1024 * 1024) }).then(
    ({ status }) => status,
    () => 'closed',
  )
  expect([413, 'closed']).toContain(await large)
  expect(await rows()).toEqual([])
})

test('a body that is not the form that its header announces is refused as malformed', async () => {
  const { url, rows } = await start()
  for (const body of ['{}', '', '--x\r\n']) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const response = await fetch(`${url}/contact`, { method: 'POST', body, headers })
    expect(response.status, body).toBe(400)
  }
  expect(await rows()).toEqual([])
})

test('a program without cookies that sends one message after another is stopped with a page that keeps the last one', async () => {
  const { post, rows } = await start()
  for (let sent = 0; sent < 100; sent += 1)
    expect((await post({ ...typed, message: `Mensaje ${sent}` })).status).toBe(200)
  const stopped = await post({ ...typed, message: 'Uno más' })
  expect(stopped.status).toBe(429)
  expect(await stopped.text()).toContain('Uno más')
  expect(await rows()).toHaveLength(100)
})
