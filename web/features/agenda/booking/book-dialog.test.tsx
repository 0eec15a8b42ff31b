// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

import type { Agenda } from '#contract/agenda.ts'
import { appointmentErrors } from '#contract/appointments.ts'
import { type Call, press, renderScreen, submit, type } from '#web/testing/screen.tsx'
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

const outsideHours = () =>
  Object.assign(new Error(appointmentErrors['appointments.outside_hours'].message), {
    code: 'appointments.outside_hours',
    status: 409,
  })

const agenda = {
  professionals: [
    {
      id: '00000000-0000-4000-8000-000000000002',
      name: 'Elena Bidegain',
      photoUrl: null,
      hours: [],
      places: ['center'],
      services: [
        { id: '00000000-0000-4000-8000-000000000003', name: 'Sesión', priceCents: 125_000, durationMinutes: 60 },
      ],
    },
  ],
} as unknown as Agenda

const onBooked = vi.fn()
const insist = () => press('Agendar igual')
const banner = () => document.querySelector('[role=alert]')?.textContent ?? ''
const inputOf = (call: Call | undefined) => call?.input as Record<string, unknown>

beforeEach(async () => {
  server.bookings = []
  server.refusals = []
  onBooked.mockReset()
  await loadDialog()
  await renderScreen(
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
    />,
  )
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
