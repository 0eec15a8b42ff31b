import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { monday } from '#server/testing/booking.ts'
import { buildCenter } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { cancelAtDesk } from './cancel-at-desk.ts'
import { moveAtDesk } from './move-at-desk.ts'

const platform = await testPlatform()
/** That many minutes after Monday at ten; the tests’ clock starts on the Friday before, at nine. */
const later = (minutes: number) => new Date(monday.getTime() + minutes * minuteMs)
const stranger = () =>
  ({ kind: 'newGuest', fullName: 'Luis Paz', phone: '099 555 444', email: `${newId()}@ejemplo.uy` }) as const

describe('booking at the desk', () => {
  it('mails no guest before the centre is approved', async () => {
    const { centerId } = await buildCenter(platform, { isPublic: false, isApproved: false })
    const desk = await buildDesk(platform, { centerId })
    const before = await listAllMails(platform, { limit: 1000 })
    const { row, notified } = await desk.book({ startsAt: monday, person: stranger() })
    expect(notified).toBe(false)
    await moveAtDesk(platform, { ...desk.at(row.id), startsAt: later(60), reason: 'Compra ya' })
    await cancelAtDesk(platform, { ...desk.at(row.id), by: 'center', reason: 'Compra ya' })
    expect(await listAllMails(platform, { limit: 1000 })).toHaveLength(before.length)
  })

  it('mails one guest at most five times a day, whatever centres do with their appointments', async () => {
    const desk = await buildDesk(platform)
    const person = stranger()
    const notified: boolean[] = []
    for (let n = 0; n < 6; n++) {
      const booked = await desk.book({ startsAt: later(n * 24 * 60), person, evenOutsideHours: true })
      const cancelled = await cancelAtDesk(platform, { ...desk.at(booked.row.id), by: 'center', reason: 'Compra ya' })
      notified.push(booked.notified, cancelled.notified)
    }
    expect(notified).toEqual([...Array<boolean>(5).fill(true), ...Array<boolean>(7).fill(false)])
    const mails = (await listAllMails(platform, { limit: 1000 })).filter(({ to }) => to === person.email)
    expect(mails).toHaveLength(5)
    const elsewhere = await buildDesk(platform)
    expect((await elsewhere.book({ startsAt: monday, person })).notified).toBe(false)
  })

  it('mails a guest at the address of the latest booking, not at an older one', async () => {
    const desk = await buildDesk(platform)
    const [earlier, latest] = [stranger(), stranger()]
    await desk.book({ startsAt: monday, person: { ...earlier, phone: '099 888 777' } })
    await desk.book({ startsAt: later(60), person: { ...latest, phone: '099 888 777' } })
    const mails = (await listAllMails(platform, { limit: 1000 })).filter(
      ({ kind }) => kind === 'appointments.booked_at_desk',
    )
    expect(mails.filter(({ to }) => to === earlier.email)).toHaveLength(1)
    expect(mails.filter(({ to }) => to === latest.email)).toHaveLength(1)
    expect(await desk.guests()).toMatchObject([{ email: latest.email }])
  })

  it('mails a guest who gave an address, and sends no mail about one who did not', async () => {
    const desk = await buildDesk(platform)
    await desk.book({ startsAt: monday })
    const email = `${newId()}@ejemplo.uy`
    const person = { kind: 'newGuest', fullName: 'Luis <b>Paz</b>', phone: '', email } as const
    const before = await listAllMails(platform, { limit: 1000 })
    await desk.book({ startsAt: later(60), person })
    const mails = await listAllMails(platform, { limit: 1000 })
    expect(mails).toHaveLength(before.length + 1)
    const mail = mails.find(({ to }) => to === email)
    expect(mail).toMatchObject({ subject: 'Tu cita está reservada', kind: 'appointments.booked_at_desk' })
    expect(mail?.text).toContain('Lunes')
    expect(mail?.text).not.toContain('Mi Cuenta')
  })
})
