import { expect, test } from 'vitest'

import { consequenceLines } from './consequence-lines.ts'

const none = {
  upcomingAppointments: 0,
  pastAppointments: 0,
  reviews: 0,
  dependants: 0,
  messages: 0,
  points: 0,
  rewards: 0,
  payments: { count: 0, cents: 0 },
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
  expect(deleted.join(' ')).toMatch(/los 12 mensajes .* los 340 puntos .* las 2 recompensas/)
  expect(remaining.join(' ')).toMatch(
    /Tus 3 pagos, por \$\s4\.500, sin tu nombre.* historias clínicas de 2 personas .* sellada.* en 7 citas.* Los 5 mensajes.* Las 2 medidas/,
  )
})

test('the owner of a centre reads what happens to it', () => {
  expect(consequenceLines(none, 'center').deleted.join(' ')).toContain('Tu centro deja de aparecer')
})
