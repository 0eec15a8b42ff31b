// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

import type { Agenda, AgendaAppointment } from '#contract/agenda.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { renderScreen, settle } from '#web/testing/screen.tsx'
// Loaded beforehand: the dialog itself loads it when it opens.
import '#web/ui/dialog-popup.tsx'

import { cellOf } from '../appointment-style.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { deskRefundCents, paymentFacts, paymentWord, refundFacts } from './payment-words.ts'

const server = vi.hoisted(() => ({ answer: (): unknown => undefined }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(({ route }) => (route === 'agenda.appointment' ? server.answer() : { items: [] }))
  return { useApi: () => tools }
})

const appointment: AgendaAppointment = {
  id: '00000000-0000-4000-8000-000000000010',
  version: 'first',
  status: 'confirmed',
  startsAt: '2026-11-23T13:00:00.000Z',
  endsAt: '2026-11-23T13:45:00.000Z',
  place: 'center',
  professionalId: 'laura',
  service: { id: 'masaje', name: 'Masaje', durationMinutes: 45 },
  person: {
    ...{ kind: 'dependant', id: 'benjamin', name: 'Benjamín Gil', phone: '099 111 222' },
    dependant: { guardianId: 'marta', guardianName: 'Marta Gil', relation: 'hijo', birthDate: '2019-05-04' },
  },
  homeAddress: null,
  bookedBy: 'patient',
  arrivedAt: null,
  cancelledBy: null,
  cancelledAtDesk: false,
  freedUnconfirmed: false,
  provisionalUntil: null,
  cancellationReason: null,
  priceCents: 150_000,
  discountCents: 0,
  isByPackage: false,
  dueCents: 150_000,
  payment: null,
  series: null,
  isPaymentDisputed: false,
  isUnconfirmed: false,
  can: { arrive: true },
}
const agenda = {
  professionals: [{ id: 'laura', name: 'Laura Gómez' }],
  timeOff: [],
  appointments: [cellOf(appointment)],
} as unknown as Agenda

/** @returns the text of the open dialog */
async function open(): Promise<() => string> {
  const nothing = () => undefined
  const common = { centerId: 'center', agenda, onClose: nothing, show: nothing }
  await renderScreen(<DetailsDialog {...common} cell={cellOf(appointment)} open canWrite />)
  return () => document.querySelector('[role=dialog]')?.textContent ?? ''
}

test('the dialog shows what the calendar knows at once, and the price and the actions when they arrive', async () => {
  const { promise, resolve } = Promise.withResolvers<AgendaAppointment>()
  server.answer = () => promise
  const text = await open()
  for (const fact of [
    'Benjamín Gil (7 años)',
    'Masaje · 45 min',
    'Laura Gómez',
    'A cargo deMarta Gil',
    '099 111 222',
  ]) {
    expect(text()).toContain(fact)
  }
  expect(text()).not.toMatch(/1\.500|Llegó/)
  resolve(appointment)
  await settle()
  expect(text()).toMatch(/1\.500.*El paciente.*Llegó/)
})

test('a failure to read the rest leaves the known facts and a button to try again', async () => {
  server.answer = () => Promise.reject(new Error('offline'))
  const text = await open()
  expect(text()).toContain('Masaje · 45 min')
  expect(text()).toContain('No se pudo cargar el resto de la cita')
})

test('a refund that was added to is read in its parts, and the desk gives back only its own rest', () => {
  const cash = {
    paymentId: 1,
    amountCents: 135_000,
    method: 'efectivo' as const,
    paidAt: '2026-11-23T13:00:00.000Z',
    receiptNumber: null,
    refundCents: 135_000,
    owedCents: 67_500,
  }
  const online = { ...cash, paymentId: 2, method: 'online' as const, receiptNumber: 41, owedCents: 10_000 }
  const payment = {
    paidCents: 270_000,
    parts: [cash, online],
    refundCents: 270_000,
    isRefunded: false,
    owedCents: 77_500,
  }
  expect(deskRefundCents(payment)).toBe(67_500)
  expect(paymentFacts(payment)).toEqual([
    { label: 'Cobrado en el centro', value: `${formatMoney(135_000)}, efectivo, el ${formatDate(cash.paidAt)}` },
    { label: 'Pagado en línea', value: `${formatMoney(135_000)}, el ${formatDate(cash.paidAt)}, recibo nº 41` },
  ])
  expect(paymentWord({ payment: { ...payment, refundCents: null, owedCents: 0, parts: [online] }, dueCents: 0 })).toBe(
    'Pagado en línea',
  )
  expect(refundFacts(payment)).toEqual([
    { label: 'Devuelto', value: formatMoney(192_500) },
    { label: 'Por devolver', value: formatMoney(77_500) },
  ])
})

test('a cell of the calendar leaves out what is usual', () => {
  expect(cellOf({ ...appointment, person: null, status: 'held' })).toEqual({
    id: appointment.id,
    professionalId: 'laura',
    status: 'held',
    startsAt: appointment.startsAt,
    endsAt: appointment.endsAt,
    service: 'Masaje',
  })
  const paid = { paidCents: 150_000, parts: [], refundCents: null, isRefunded: false, owedCents: 0 }
  const arrivedAt = '2026-11-23T12:55:00.000Z'
  expect(cellOf({ ...appointment, place: 'online', arrivedAt, dueCents: 0, payment: paid })).toMatchObject({
    name: 'Benjamín Gil',
    phone: '099 111 222',
    guardianName: 'Marta Gil',
    birthDate: '2019-05-04',
    place: 'online',
    arrivedAt,
    isCollected: true,
  })
})
