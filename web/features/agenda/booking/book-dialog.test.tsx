// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import type { Agenda } from '#contract/agenda.ts'
import { appointmentErrors } from '#contract/appointments.ts'
import { deskHorizonMonths } from '#contract/calendar.ts'
import { formatDay } from '#web/platform/formats.ts'
import { addMonths, localToday } from '#web/platform/local-days.ts'
import { type Call, press, renderScreen, settle, submit, type } from '#web/testing/screen.tsx'
import { loadDialog } from '#web/ui/dialog.tsx'
import { toastStore } from '#web/ui/toast.ts'

import { BookDialog } from './book-dialog.tsx'

const server = vi.hoisted(() => ({ bookings: [] as Call[], refusals: [] as Error[] }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => {
    if (call.route === 'agenda.freeTimes') return { days: [], nextDate: null }
    if (call.route === 'contacts.list') return { items: [] }
    server.bookings.push(call)
    const refusal = server.refusals.shift()
    if (refusal) throw refusal
    const { person, startsAt } = call.input as { person: { fullName: string }; startsAt: string }
    return { id: 'booked', status: 'confirmed', startsAt, person: { name: person.fullName }, notified: false }
  })
  return { useApi: () => tools }
})

const session = vi.hoisted(() => ({ renewed: Promise.resolve() }))
vi.mock('#web/platform/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  accessToken: () => session.renewed,
}))

const outsideHours = () =>
  Object.assign(new Error(appointmentErrors['appointments.outside_hours'].message), {
    code: 'appointments.outside_hours',
    status: 409,
  })

const service = {
  ...{ id: '00000000-0000-4000-8000-000000000003', name: 'Sesión' },
  ...{ priceCents: 125_000, durationMinutes: 60, terms: 'first' },
}
const agendaOf = ({ places = ['center'], ...changed }: { places?: string[] } & Partial<typeof service> = {}) => {
  const elena = { id: '00000000-0000-4000-8000-000000000002', name: 'Elena Bidegain', photoUrl: null, hours: [] }
  return { professionals: [{ ...elena, places, services: [{ ...service, ...changed }] }] } as unknown as Agenda
}

const termsChanged = () => Object.assign(new Error('changed'), { code: 'request.terms_changed', status: 409 })

/** The agenda that the page around the dialog has refetched, and how to leave that page. */
const page = { refetch: (_agenda: Agenda): void => undefined, leave: (): void => undefined }
function Page() {
  const [agenda, setAgenda] = useState(agendaOf())
  const [isLeft, setLeft] = useState(false)
  useEffect(() => {
    page.refetch = setAgenda
    page.leave = () => setLeft(true)
  }, [])
  if (isLeft) return null
  return (
    <BookDialog
      centerId="00000000-0000-4000-8000-000000000001"
      agenda={agenda}
      at={undefined}
      person={undefined}
      date="2026-12-01"
      professionalId={undefined}
      open
      onClose={() => undefined}
      onBooked={onBooked}
    />
  )
}

const onBooked = vi.fn()
const insist = () => press('Agendar igual')
const banner = () => document.querySelector('[role=alert]')?.textContent ?? ''
const inputOf = (call: Call | undefined) => call?.input as Record<string, unknown>

beforeEach(async () => {
  server.bookings = []
  server.refusals = []
  session.renewed = Promise.resolve()
  onBooked.mockReset()
  await loadDialog()
  await renderScreen(<Page />)
  await type('combobox', 'Rita Sosa')
  await press('Nuevo paciente: Rita Sosa')
  await type('guest.phone', '099 123 456')
  await type('time', '10:00')
})

test('a complete form books the guest at the typed time, and the toast names the guest', async () => {
  await submit()
  expect(inputOf(server.bookings[0])).toMatchObject({
    startsAt: '2026-12-01T13:00:00.000Z',
    person: { kind: 'newGuest', fullName: 'Rita Sosa' },
  })
  expect(onBooked).toHaveBeenCalledOnce()
  expect(toastStore.getSnapshot().map(({ title }) => title)).toContain('Cita agendada')
})

test('a day past the last one that the desk can book is not called full: the dialog names the last day', async () => {
  const lastDay = addMonths({ date: localToday(), months: deskHorizonMonths })
  await type('date', '2199-01-05')
  await vi.waitFor(() => expect(shown()).toContain(`Se puede agendar hasta el ${formatDay(lastDay)}.`))
  expect(shown()).not.toContain('No quedan horas libres ese día.')
})

test('when the professional does not work at that time, insisting books outside the hours', async () => {
  server.refusals = [outsideHours()]
  await submit()
  expect(banner()).toContain('A esa hora Elena Bidegain no atiende.')
  expect(onBooked).not.toHaveBeenCalled()
  await insist()
  expect(inputOf(server.bookings[1])).toMatchObject({ evenOutsideHours: true })
  expect(onBooked).toHaveBeenCalledOnce()
})

test('after a refusal for a time outside hours, another time hides the button to insist', async () => {
  server.refusals = [outsideHours()]
  await submit()
  await type('time', '11:00')
  expect(banner()).toBe('')
})

test('a request without a response is sent again with the same idempotency key, and a changed request with another key', async () => {
  server.refusals = [new TypeError('fetch failed'), new TypeError('fetch failed')]
  await submit()
  await submit()
  await type('time', '11:00')
  await submit()
  const [first, second, third] = server.bookings.map((call) => inputOf(call).idempotencyKey)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

const shown = () => document.body.textContent
const typed = () => [...document.querySelectorAll('input')].map(({ value }) => value)

test('the terms that the dialog shows are sent, and other ones are shown beside them before they are booked', async () => {
  server.refusals = [termsChanged()]
  const before = typed()
  await submit()
  expect(inputOf(server.bookings[0])).toMatchObject({ terms: 'first' })
  expect(banner()).toContain('no agendamos nada')
  await act(async () => page.refetch(agendaOf({ priceCents: 150_000, durationMinutes: 45, terms: 'second' })))
  expect(banner()).toMatch(
    /Antes: Sesión · \$\s1\.250 · 60 min · Presencial\. Ahora: Sesión · \$\s1\.500 · 45 min · Presencial/,
  )
  expect(typed()).toEqual(before)
  expect(onBooked).not.toHaveBeenCalled()
  await submit()
  expect(inputOf(server.bookings[1])).toMatchObject({ terms: 'second' })
  expect(onBooked).toHaveBeenCalledOnce()
})

test('terms that change while the receptionist speaks change nothing on the screen before the press', async () => {
  await act(async () => page.refetch(agendaOf({ priceCents: 150_000, terms: 'second' })))
  expect(shown()).not.toContain('1.500')
  server.refusals = [termsChanged()]
  await submit()
  expect(inputOf(server.bookings[0])).toMatchObject({ terms: 'first' })
  expect(banner()).toMatch(/Antes: .*1\.250.*Ahora: .*1\.500/)
})

test('a place that is no longer offered is replaced by one that is, and the banner names it', async () => {
  server.refusals = [termsChanged()]
  await submit()
  await act(async () => page.refetch(agendaOf({ places: ['online'], terms: 'second' })))
  expect(banner()).toContain('60 min · Online.')
  // The only place is no field of the form, so it stands beside the price.
  expect(shown()).toContain('60 min · Online · se paga directamente al centro')
  await submit()
  expect(inputOf(server.bookings[1])).toMatchObject({ place: 'online', terms: 'second' })
})

test('a service that is no longer offered once the terms are renewed has to be chosen again', async () => {
  server.refusals = [termsChanged()]
  await submit()
  await act(async () => page.refetch(agendaOf({ id: '00000000-0000-4000-8000-000000000009', name: 'Masaje' })))
  expect(document.querySelector<HTMLSelectElement>('[name=serviceId]')?.value).toBe('')
  await submit()
  expect(server.bookings).toHaveLength(1)
})

test('a booking that waits for the renewal of the session is not sent once its page was left', async () => {
  const renewal = Promise.withResolvers<void>()
  session.renewed = renewal.promise
  await submit()
  await act(async () => page.leave())
  renewal.resolve()
  await settle()
  expect(server.bookings).toEqual([])
})

test('a browser that reports no network although there is one books immediately', async () => {
  dispatchEvent(new Event('offline'))
  onTestFinished(() => void dispatchEvent(new Event('online')))
  await submit()
  expect(onBooked).toHaveBeenCalledOnce()
})
