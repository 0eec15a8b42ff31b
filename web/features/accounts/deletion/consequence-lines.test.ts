import { expect, test } from 'vitest'

import { consequenceLines, costLines } from './consequence-lines.ts'

const none = {
  upcomingAppointments: 0,
  pastAppointments: 0,
  reviews: 0,
  dependants: 0,
  messages: 0,
  points: 0,
  rewards: 0,
  payments: { count: 0, cents: 0 },
  upcomingPayments: { paidCents: 0, refundCents: 0, lostCents: 0, losses: [] },
  creditCents: 0,
  packageSessions: 0,
  pendingRefunds: { count: 0, cents: 0 },
  terms: 'any',
  recordedPeople: 0,
  written: { messages: 0, records: 0 },
  staffActions: 0,
  blockedBy: null,
}

test('an account that nothing depends on leaves nothing behind', () => {
  const { deleted, remaining } = consequenceLines(none, 'patient')
  expect(deleted.join(' ')).not.toMatch(/\d|cita|persona/)
  expect(remaining).toEqual([])
})

test('one item is written in the singular, and several with their number', () => {
  const one = consequenceLines(
    { ...none, upcomingAppointments: 1, pastAppointments: 1, reviews: 1, dependants: 1 },
    'patient',
  )
  expect([...one.deleted, ...one.remaining].join(' ')).not.toMatch(/\d/)
  const several = consequenceLines(
    { ...none, upcomingAppointments: 2, pastAppointments: 3, reviews: 4, dependants: 5 },
    'patient',
  )
  expect(several.deleted.join(' ')).toMatch(/las 2 citas .* las 5 personas/)
  expect(several.remaining.join(' ')).toMatch(/Tus 3 citas pasadas, .* Tus 4 opiniones, /)
})

test('messages, points and rewards go, and payments, records and what was written for a centre stay', () => {
  const { deleted, remaining } = consequenceLines(
    {
      ...none,
      messages: 12,
      points: 340,
      rewards: 2,
      payments: { count: 3, cents: 450_000 },
      recordedPeople: 2,
      written: { messages: 5, records: 7 },
      staffActions: 2,
    },
    'patient',
  )
  expect(deleted.join(' ')).toMatch(/los 340 puntos .* las 2 recompensas .* los 12 mensajes/)
  expect(remaining.join(' ')).toMatch(
    /Tus 3 pagos, por \$\s4\.500, sin tu nombre.* historias clínicas de 2 personas .* sellada.* en 7 citas.* Los 5 mensajes.* Las 2 medidas/,
  )
})

test('what the cancellation of paid appointments gives back and takes is said to the cent, with the rule of each loss', () => {
  const paidBack = { paidCents: 150_000, refundCents: 150_000, lostCents: 0, losses: [] }
  expect(costLines({ ...none, upcomingAppointments: 1, upcomingPayments: paidBack })[1]).toBe(
    'Por esa cita pagaste $\u00a01.500, y se te devuelve todo.',
  )
  const late = {
    startsAt: '2026-11-25T17:30:00.000Z',
    centerName: 'Centro Rambla',
    worksAlone: true,
    professionalName: 'Ana Pérez',
    paidCents: 150_001,
    lostCents: 75_000,
    cancellation: {
      phase: 'late' as const,
      freeUntil: '2026-11-24T17:30:00.000Z',
      lateRefundPercent: 50,
      refundPercentNow: 50,
      isPaid: true,
      isByPackage: false,
    },
  }
  const partly = { paidCents: 300_001, refundCents: 225_001, lostCents: 75_000, losses: [late] }
  expect(costLines({ ...none, upcomingAppointments: 2, upcomingPayments: partly, creditCents: 90_000 })).toEqual([
    'Se cancelan las 2 citas que tienes por delante, y avisamos a los centros.',
    'Por esas citas pagaste $\u00a03.000,01: se te devuelven $\u00a02.250,01 y pierdes $\u00a0750.',
    'La cita del miércoles 25 de noviembre, 14:30 en Centro Rambla: ya pasó el plazo para cancelar sin costo. Si cancelas, el centro devuelve el 50\u00a0% de lo que pagaste. Pierdes $\u00a0750.',
    'Se te devuelve lo que pagaste y no usaste en una cita: $\u00a0900.',
  ])
  const alone = { ...partly, losses: [{ ...late, centerName: 'Consultorio Ana Pérez' }] }
  expect(costLines({ ...none, upcomingAppointments: 2, upcomingPayments: alone })[2]).toContain('14:30 con Ana Pérez: ')
  const nothing = { paidCents: 150_000, refundCents: 0, lostCents: 150_000, losses: [] }
  expect(costLines({ ...none, upcomingAppointments: 1, upcomingPayments: nothing })[1]).toBe(
    'Por esa cita pagaste $\u00a01.500: no se te devuelve nada.',
  )
  expect(costLines({ ...none, pendingRefunds: { count: 2, cents: 220_000 } }).join(' ')).toContain(
    'Tu centro todavía debe 2 devoluciones, por $\u00a02.200',
  )
})

test('the owner of a centre reads what happens to it', () => {
  expect(consequenceLines(none, 'center').deleted.join(' ')).toContain('Tu centro deja de aparecer')
})
