import { expect, test } from 'vitest'

import type { CancellationTerms } from './cancellation.ts'
import {
  afterCancelling,
  cancellationRule,
  freeCancellationSentence,
  generalCancellationRule,
  ownCancellationWords,
  refundIfCancelledNow,
} from './cancellation-sentences.ts'

const terms: CancellationTerms = {
  phase: 'ahead',
  freeUntil: '2026-11-24T13:00:00Z',
  lateRefundPercent: 50,
  refundPercentNow: 100,
  isPaid: false,
  isByPackage: false,
}
const rule = (change: Partial<CancellationTerms>) => cancellationRule({ ...terms, ...change }, () => 'martes, 10:00')
const now = (change: Partial<CancellationTerms>) => refundIfCancelledNow({ ...terms, ...change }, () => 'martes, 10:00')

test('before the deadline, the rule states until when cancelling is free and what is refunded later', () => {
  expect(rule({})).toBe(
    'Puedes cancelar o cambiar la hora sin costo hasta el martes, 10:00. Después, si cancelas, el centro devuelve el 50\u00a0% de lo que hayas pagado.',
  )
  expect(rule({ lateRefundPercent: 0 })).toContain('el centro no devuelve lo que hayas pagado.')
})

test('the words of the centre are marked as its own, and say that the rule before them counts', () => {
  expect(ownCancellationWords('Avisa «48 horas» antes.')).toBe(
    'En palabras del centro: «Avisa "48 horas" antes.»\nSi dicen otra cosa, vale la regla de arriba.',
  )
})

test('for a booking within the last 24 hours, the rule names the 30 minutes after booking', () => {
  expect(rule({ phase: 'just_booked' })).toContain('hasta el martes, 10:00, 30 minutos después de reservar.')
  expect(rule({ phase: 'unconfirmed' })).toContain('sin costo hasta 30 minutos después de reservar.')
})

test('when cancelling is late and nothing was paid, no sentence promises a refund', () => {
  const late = { phase: 'late', refundPercentNow: 50 } as const
  for (const text of [
    rule(late),
    now(late),
    afterCancelling({ refundPercent: 50, isPaid: false, isByPackage: false }),
  ]) {
    expect(text).toContain('no hay nada que devolver')
    expect(text).not.toContain('50')
  }
})

test('when cancelling is late, the refund is a share of what was paid', () => {
  const late = { phase: 'late', refundPercentNow: 50, isPaid: true } as const
  expect(rule(late)).toContain('Si cancelas, el centro devuelve el 50\u00a0% de lo que pagaste.')
  expect(now({ ...late, lateRefundPercent: 0 })).toContain('el centro no devuelve lo que pagaste.')
  expect(afterCancelling({ refundPercent: 50, isPaid: true, isByPackage: false })).toContain(
    'el 50\u00a0% de lo que pagaste.',
  )
})

test('when cancelling is free, the whole payment is refunded', () => {
  expect(now({ isPaid: true })).toBe(
    'No tiene costo hasta el martes, 10:00: el centro te devuelve todo lo que pagaste.',
  )
  expect(now({ phase: 'moved_by_center' })).toBe('No tiene costo.')
  expect(rule({ phase: 'moved_by_center' })).toContain('sin costo hasta que empiece')
  expect(rule({ phase: 'always_free' })).toBe('Puedes cancelar o cambiar la hora sin costo hasta que empiece.')
})

test('a package gives its session back when cancelling is free, and otherwise uses it unless the centre refunds everything', () => {
  expect(rule({ isByPackage: true })).toContain('Después, si cancelas, se usa la sesión de tu bono.')
  expect(rule({ isByPackage: true, lateRefundPercent: 100 })).toContain('la sesión vuelve a tu bono.')
  expect(now({ isByPackage: true })).toBe('No tiene costo hasta el martes, 10:00: la sesión vuelve a tu bono.')
  expect(now({ isByPackage: true, phase: 'late' })).toContain('Si cancelas, se usa la sesión de tu bono.')
  expect(afterCancelling({ refundPercent: 0, isPaid: false, isByPackage: true })).toContain('se usó la sesión')
})

test('before an appointment exists, the rule has no date', () => {
  const always = 'Cancelar o cambiar la hora es gratis hasta que empiece la cita.'
  expect(generalCancellationRule({ lateRefundPercent: 100 })).toBe(always)
  expect(freeCancellationSentence({ lateRefundPercent: 100 })).toBe(always)
  expect(generalCancellationRule({ lateRefundPercent: 50 })).toContain(
    'hasta 24 horas antes y en los 30 minutos después de reservar',
  )
})
