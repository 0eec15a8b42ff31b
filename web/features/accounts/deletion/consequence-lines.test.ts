import { expect, test } from 'vitest'

import { consequenceLines } from './consequence-lines.ts'

const none = { upcomingAppointments: 0, pastAppointments: 0, reviews: 0, dependants: 0, blockedBy: null }

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
  expect(several.remaining.join(' ')).toMatch(/Tus 3 citas pasadas, .* Tus 4 reseñas, /)
})

test('the owner of a centre reads what happens to it', () => {
  expect(consequenceLines(none, 'center').deleted.join(' ')).toContain('Tu centro deja de aparecer')
})
