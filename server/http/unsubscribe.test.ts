import { beforeAll, describe, expect, test } from 'vitest'
import { setPreference, wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { queueMail } from '#server/platform/mail.ts'
import { unsubscribeUrl } from '#server/platform/unsubscribe-links.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { buildAppointment, buildCenter, buildPatient } from '#server/testing/builders.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildPromotion } from '#server/testing/promotions.ts'

const platform = await testPlatform({ settings: { publicUrl: 'https://senda.example' } })
const { db } = platform
let origin: string
beforeAll(async () => {
  const server = await openTestServer({ platform })
  origin = server.url
  return server.close
})

async function reader() {
  const { patientId: userId } = await buildPatient(platform, { verified: true })
  await setPreference(platform, { userId, kind: 'promotion', byMail: true })
  const address = new URL(unsubscribeUrl(platform, { userId, kind: 'promotion' })).pathname
  const request = (input: RequestInit = {}) => fetch(`${origin}${address}`, { redirect: 'manual', ...input })
  const wants = () => wantsMail(db, { userId, kind: 'promotion' })
  return { userId, address, request, wants }
}

const form = (text: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: text,
})

describe('the link in a promotional mail', () => {
  test('only asks when it is opened, because programs that scan mails open it, too', async () => {
    const { request, wants } = await reader()
    for (const method of ['GET', 'HEAD']) {
      const response = await request({ method })
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    }
    const page = await (await request()).text()
    expect(page).toContain('¿Dejar de recibir promociones por correo?')
    expect(page).toContain('<form method="post"><button>Dejar de recibirlos</button></form>')
    expect(await wants()).toBe(true)
  })

  test('stops the mails by the one-click request of a mail program, however often it comes', async () => {
    const { request, wants } = await reader()
    for (const _ of [1, 2]) {
      const response = await request(form('List-Unsubscribe=One-Click'))
      expect([response.status, response.headers.get('location')]).toEqual([200, null])
      expect(await wants()).toBe(false)
    }
    expect(await (await request()).text()).toContain('Ya no te enviamos promociones por correo')
  })

  test.each([
    ['as a form in parts', { method: 'POST', body: oneClickParts() }],
    [
      'from another site',
      {
        ...form('List-Unsubscribe=One-Click'),
        headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      },
    ],
    ['without a body', { method: 'POST' }],
    ['with a body of another type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{' }],
  ])('stops the mails by a request %s', async (_, input) => {
    const { request, wants } = await reader()
    expect((await request(input)).status).toBe(200)
    expect(await wants()).toBe(false)
  })

  test('lets its reader receive the mails again', async () => {
    const { request, wants } = await reader()
    await request(form(''))
    expect(await (await request(form('accion=volver'))).text()).toContain('Vuelves a recibir promociones por correo')
    expect(await wants()).toBe(true)
  })

  test('changes only that account and that kind', async () => {
    const [ana, luis] = [await reader(), await reader()]
    await ana.request(form('List-Unsubscribe=One-Click'))
    expect(await luis.wants()).toBe(true)
    expect(await wantsMail(db, { userId: ana.userId, kind: 'appointment' })).toBe(true)
    expect(ana.address).not.toContain(ana.userId)
  })

  test('of a deleted account is accepted and stores nothing', async () => {
    const { userId, request } = await reader()
    await db.deleteFrom('notification_preferences').where('user_id', '=', userId).execute()
    await db
      .updateTable('profiles')
      .set({ status: 'deleted', full_name: 'Cuenta eliminada', email: `${userId}@deleted.invalid` })
      .set({ deleted_at: platform.clock.now() })
      .where('id', '=', userId)
      .execute()
    expect((await request(form('List-Unsubscribe=One-Click'))).status).toBe(200)
    const rows = await db.selectFrom('notification_preferences').select('kind').where('user_id', '=', userId).execute()
    expect(rows).toEqual([])
  })

  test.each(['x', 'a'.repeat(99), 'a'.repeat(5000), '%00', '..%2f'])(
    'that was altered to %s is unknown',
    async (token) => {
      for (const method of ['GET', 'POST']) {
        const response = await fetch(`${origin}/baja/${token}`, { method })
        expect(response.status).toBe(404)
      }
    },
  )
})

function oneClickParts(): FormData {
  const parts = new FormData()
  parts.set('List-Unsubscribe', 'One-Click')
  return parts
}

describe('a sent mail', () => {
  async function sendTo(
    userId: string,
    message: Parameters<typeof queueMail>[1] extends infer Mail ? Partial<Mail> : never,
  ) {
    const server = await startMailServer()
    const settings = { ...platform.settings, smtpUrl: `smtp://127.0.0.1:${server.port}` }
    const mail = {
      to: 'ana@ejemplo.uy',
      subject: 'Hola',
      html: '<p>Hola</p>',
      text: 'Hola',
      isCounted: true,
      readerId: userId,
    }
    await queueMail(db, { platform, ...mail, ...message } as never)
    await runJobs({ ...platform, settings }, { only: 'mail.send' })
    return (server.received[0]?.headers ?? []).filter(({ key }) => key.startsWith('list-'))
  }

  test('about a promotion has one header with an address and one for the single click', async () => {
    const { userId, wants } = await reader()
    const { centerId } = await buildCenter(platform)
    const { promotionId: aboutId } = await buildPromotion(platform, { centerId })
    const headers = await sendTo(userId, { kind: 'promotions.announced', aboutId })
    expect(headers).toEqual([
      { key: 'list-unsubscribe-post', originalKey: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
      expect.objectContaining({
        key: 'list-unsubscribe',
        value: expect.stringMatching(/^<https:\/\/senda\.example\/baja\/[\w-]{90,110}>$/),
      }),
    ])
    const address = new URL(headers[1]?.value.slice(1, -1) ?? '').pathname
    await fetch(`${origin}${address}`, form('List-Unsubscribe=One-Click'))
    expect(await wants()).toBe(false)
    expect(await sendTo(userId, { kind: 'promotions.announced', aboutId })).toEqual([])
  })

  test('about an appointment has none of them', async () => {
    const { userId } = await reader()
    const { appointmentId: aboutId } = await buildAppointment(platform, { patientId: userId })
    expect(await sendTo(userId, { kind: 'appointments.booked', aboutId })).toEqual([])
  })
})
