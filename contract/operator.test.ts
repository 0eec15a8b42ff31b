import { expect, test } from 'vitest'
import { testimonial } from './operator.ts'

test.each([
  [0, false],
  [1, true],
  [4.5, false],
  [5, true],
  [6, false],
])('a testimonial with a rating of %d is accepted: %s', (rating, isAccepted) => {
  const given = { name: 'Ana', role: 'Paciente', content: 'Me ayudaron mucho.', face: null, rating }
  expect(testimonial.safeParse(given).success).toBe(isAccepted)
})
