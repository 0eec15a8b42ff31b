// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Appointment } from '#contract/appointments.ts'
import { press, renderScreen } from '#web/testing/screen.tsx'

import { UpcomingTab } from './upcoming-tab.tsx'

const server = vi.hoisted(() => ({ appointments: [] as object[] }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(() => ({
    items: server.appointments,
    nextCursor: null,
    total: server.appointments.length,
  }))
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

const appointment = {
  id: '00000000-0000-4000-8000-000000000006',
  status: 'confirmed',
  startsAt: '2126-12-01T15:00:00Z',
  endsAt: '2126-12-01T16:00:00Z',
  place: 'center',
  service: { id: 's', name: 'Sesión', serviceType: 'fisioterapia', durationMinutes: 60 },
  professional: { id: 'p', name: 'Elena Bidegain', photoUrl: null },
  center: {
    id: 'c',
    name: 'Centro Ombú',
    address: 'Benito Blanco 1234',
    neighborhood: 'Pocitos',
    department: 'Montevideo',
    phone: null,
    latitude: null,
    longitude: null,
    pinPrecision: 'none',
    worksAlone: false,
    presence: 'public',
  },
  movedFrom: null,
  provisionalUntil: null,
  upheldObjection: null,
  payingCheckoutId: null,
  attendee: null,
  priceCents: 125_000,
  homeAddress: null,
  rating: null,
  cancellation: {
    phase: 'ahead',
    isPaid: false,
    isByPackage: false,
    refundPercentNow: 100,
    lateRefundPercent: 50,
    freeUntil: '2126-11-30T15:00:00Z',
  },
} satisfies Partial<Appointment> as unknown as Appointment

const onAction = vi.fn()
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent?.split(':')[0])

beforeEach(() => onAction.mockReset())

test('an appointment shows only the actions that the server allows', async () => {
  server.appointments = [
    { ...appointment, can: { move: true, cancel: false, pay: false, accept: false, review: false } },
  ]
  await renderScreen(<UpcomingTab onAction={onAction} />)
  expect(buttons()).toEqual(['Mover', 'Más'])
  await press(document.querySelector('[aria-haspopup=menu]')?.getAttribute('aria-label') ?? '')
  expect([...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)).toEqual([
    'Ver detalles',
    'Escribir al centro',
  ])
  expect(document.querySelector('h3')?.textContent).toContain('Tu cita está en curso')
})

test('pressing an action opens its dialog for that appointment', async () => {
  server.appointments = [
    { ...appointment, can: { move: true, cancel: true, pay: false, accept: false, review: false } },
  ]
  await renderScreen(<UpcomingTab onAction={onAction} />)
  const label = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Mover'))
  await press(label?.textContent ?? '')
  expect(onAction).toHaveBeenCalledWith('move', expect.objectContaining({ id: appointment.id }))
})

test('a dashboard without appointments invites the patient to search for a centre', async () => {
  server.appointments = []
  await renderScreen(<UpcomingTab onAction={onAction} />)
  expect(document.querySelector('a')?.textContent).toBe('Buscar un centro')
  expect(document.body.textContent).toContain('No tienes citas próximas')
})
