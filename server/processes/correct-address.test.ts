import { expect, test } from 'vitest'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { mailBookings } from '#server/features/appointments/usecases/mail-bookings.ts'
import { correctAddress } from '#server/features/auth/usecases/correct-address.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'

const platform = await testPlatform()
const { hold } = booking(platform)

async function buildUnproven() {
  const account = await buildSignedIn(platform)
  const unproven = { email_verified_at: null }
  await platform.db.updateTable('users').set(unproven).where('id', '=', account.userId).execute()
  return account
}

type Account = Awaited<ReturnType<typeof buildUnproven>>

async function book({ userId }: Account, days: number): Promise<string> {
  const { serviceId } = await buildService(platform)
  const caller = { userId, visitorKey: undefined }
  const held = await hold({ serviceId, caller, startsAt: later(days * dayMs) })
  const { id } = await confirmAppointment(platform, { caller, appointmentId: held.id })
  return id
}

async function correct({ userId, sessionId }: Account) {
  const email = `bien-${newId()}@ejemplo.uy`
  const corrected = await correctAddress(platform, { userId, sessionId, email, address: newId(), mailBookings })
  const mails = (await listMails(platform, { limit: 50 })).filter(({ to }) => to === email)
  return { email, corrected, mails }
}

test('the corrected address gets one mail, with the booking and the link that confirms the address', async () => {
  const account = await buildUnproven()
  const appointmentId = await book(account, 3)
  const { email, corrected, mails } = await correct(account)
  expect(corrected).toEqual({ email, mailed: 'bookings' })
  expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['appointments.bookings', 'Los detalles de tu cita'],
  ])
  const text = mails[0]?.text ?? ''
  expect(text).toMatch(/^Jueves, 26 de noviembre, 10:00/m)
  expect(text).toMatch(/Hazlo antes del .*: si no, la hora se libera\./)
  const [link = ''] = /http\S+\/auth\/v1\/verify\S+/.exec(text) ?? []
  expect(new URL(link).searchParams.get('redirect_to')).toContain(`appointment=${appointmentId}`)
})

test('of several bookings, the one mail tells all, the next one first, and leaves out a cancelled one', async () => {
  const account = await buildUnproven()
  const cancelled = await book(account, 2)
  await platform.db
    .updateTable('appointments')
    .set({ status: 'cancelled', cancelled_by: 'patient', refund_percent: 100, cancelled_at: platform.clock.now() })
    .where('id', '=', cancelled)
    .execute()
  await book(account, 4)
  await book(account, 3)
  const { mails } = await correct(account)
  expect(mails.map(({ subject }) => subject)).toEqual(['Los detalles de tus citas'])
  const text = mails[0]?.text ?? ''
  expect(text).toMatch(/^Jueves, 26 de noviembre, 10:00/m)
  expect(text).toMatch(/^También: Viernes, 27 de noviembre, 10:00 \(hora de Uruguay\)\. /m)
  expect(text).not.toContain('25 de noviembre')
  expect(text).toContain('se liberan las horas que reservaste')
})

test('an account without bookings, or that wants no such mails, gets the link alone', async () => {
  const account = await buildUnproven()
  const without = await correct(account)
  expect(without.corrected.mailed).toBe('link')
  expect(without.mails.map(({ kind }) => kind)).toEqual(['accounts.signup'])
  await book(account, 3)
  await platform.db
    .insertInto('notification_preferences')
    .values({ user_id: account.userId, kind: 'appointment', by_mail: false, by_push: true, updated_at: new Date() })
    .execute()
  expect((await correct(account)).mails.map(({ kind }) => kind)).toEqual(['accounts.signup'])
})
