// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Therapy } from '#contract/therapies.ts'
import { press, renderScreen, settle } from '#web/testing/screen.tsx'
import { Therapies } from './therapies.tsx'

const server = vi.hoisted(() => ({
  therapies: [] as object[],
  calls: [] as { route: string; input: unknown }[],
  canCancel: true,
  refusal: undefined as undefined | { code: string; status: number; message: string },
}))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => {
    server.calls.push(call)
    if (call.route === 'therapies.bookNext') {
      if (server.refusal) throw Object.assign(new Error(server.refusal.message), server.refusal)
      return {
        ...{
          id: 'booked',
          status: 'confirmed',
          startsAt: '2126-12-03T13:00:00Z',
          provisionalUntil: null,
          payingCheckoutId: null,
        },
        can: { cancel: server.canCancel },
      }
    }
    return { items: server.therapies }
  })
  return { useApi: () => tools }
})
vi.mock('#web/platform/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useSession: () => ({ status: 'signedIn' }),
}))
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))
const mocks = vi.hoisted(() => ({
  toasts: [] as { title: string; description?: string; action?: { label: string } }[],
}))
vi.mock('#web/ui/toast.ts', () => ({ toast: (options: { title: string }) => mocks.toasts.push(options) }))

const therapy: Therapy = {
  professionalId: 'p',
  serviceId: 's',
  dependantId: null,
  professional: { name: 'Elena Bidegain', photoUrl: null },
  service: { name: 'Sesión' },
  center: { id: 'c', name: 'Centro Ombú', worksAlone: true },
  dependantName: null,
  since: '2126-10-01T13:00:00Z',
  completed: 3,
  upcoming: 0,
  next: null,
  endedAt: null,
  proposal: {
    startsAt: '2126-12-03T13:00:00Z',
    durationMinutes: 45,
    priceCents: 165_000,
    depositCents: null,
    place: 'center',
    confirmsManually: false,
    cancellation: {
      phase: 'ahead',
      freeUntil: '2126-12-02T13:00:00Z',
      lateRefundPercent: 50,
      refundPercentNow: 100,
      isPaid: false,
      isByPackage: false,
    },
    terms: 'terms-of-the-proposal',
  },
  can: { bookNext: true, payDirect: true, end: true, resume: false },
}
const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(label))

beforeEach(() => {
  server.therapies = [therapy]
  server.calls = []
  server.canCancel = true
  server.refusal = undefined
  mocks.toasts = []
})

test('the therapies of each person are apart, also of a child with the name of the parent', async () => {
  const child = { dependantId: 'd', dependantName: 'Marta Gil' }
  server.therapies = [{ ...therapy, ...child }, therapy, { ...therapy, ...child, serviceId: 'other' }]
  await renderScreen(<Therapies />)
  const groups = [...document.querySelectorAll('section > div:has(> ul)')].map((group) => [
    group.querySelector('h3')?.textContent,
    group.querySelectorAll('li').length,
  ])
  expect(groups).toEqual([
    ['Para mí', 1],
    ['Marta Gil', 2],
  ])
})

test('who works alone under their own name is named once, and otherwise the centre, too', async () => {
  const alone = { ...therapy, center: { ...therapy.center, name: 'Consultorio Elena Bidegain' }, serviceId: 'other' }
  server.therapies = [alone, therapy]
  await renderScreen(<Therapies />)
  const [first, second] = [...document.querySelectorAll('section li')].map((row) => row.querySelector('p')?.textContent)
  expect([first, second]).toEqual(['Elena Bidegain', 'Elena Bidegain, Centro Ombú'])
})

test('the hour and the price are beside the button, and one press books exactly them', async () => {
  await renderScreen(<Therapies />)
  expect(document.body.textContent).toContain('3 sesiones hechas')
  expect(document.body.textContent).toMatch(/10:00.*45\smin.*1\.650.*sin costo hasta/)
  await press(button('Reservar la próxima')?.textContent ?? '')
  await settle()
  expect(server.calls.find(({ route }) => route === 'therapies.bookNext')?.input).toEqual({
    professionalId: 'p',
    serviceId: 's',
    dependantId: null,
    startsAt: '2126-12-03T13:00:00Z',
    terms: 'terms-of-the-proposal',
  })
  expect(mocks.toasts[0]).toMatchObject({ title: '¡Reserva confirmada!', action: { label: 'Deshacer' } })
})

test('a booking that the patient may not cancel has no button to undo it', async () => {
  server.canCancel = false
  await renderScreen(<Therapies />)
  await press(button('Reservar la próxima')?.textContent ?? '')
  await settle()
  expect(mocks.toasts[0]?.title).toBe('¡Reserva confirmada!')
  expect(mocks.toasts[0]?.action).toBeUndefined()
})

test('a refused booking shows the reason, and the list is refetched', async () => {
  server.refusal = { code: 'appointments.slot_taken', status: 409, message: 'Ese horario ya está ocupado.' }
  await renderScreen(<Therapies />)
  const before = server.calls.filter(({ route }) => route === 'therapies.list').length
  await press(button('Reservar la próxima')?.textContent ?? '')
  await settle()
  expect(mocks.toasts[0]).toMatchObject({ description: 'Ese horario ya está ocupado.' })
  expect(server.calls.filter(({ route }) => route === 'therapies.list').length).toBeGreaterThan(before)
})

test('a therapy shows only the actions that the server allows', async () => {
  server.therapies = [{ ...therapy, proposal: null, can: { bookNext: false, end: false, resume: false } }]
  await renderScreen(<Therapies />)
  expect(document.querySelectorAll('button')).toHaveLength(0)
})

test('an ended therapy is in its own list and can be resumed', async () => {
  server.therapies = [
    { ...therapy, endedAt: '2126-11-01T13:00:00Z', proposal: null, can: { bookNext: false, end: false, resume: true } },
  ]
  await renderScreen(<Therapies />)
  expect(document.querySelector('summary')?.textContent).toBe('Terminadas (1)')
  await press(button('Retomar')?.textContent ?? '')
  await settle()
  expect(server.calls.some(({ route }) => route === 'therapies.resume')).toBe(true)
})

test('before the first visit there is no section', async () => {
  server.therapies = [{ ...therapy, completed: 0, upcoming: 1 }]
  await renderScreen(<Therapies />)
  expect(document.querySelector('section')).toBeNull()
})
