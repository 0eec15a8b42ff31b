import { expect, test } from 'vitest'
import { serviceFirst } from './service-first.ts'

const ines = { name: 'Inés Prueba', photoUrl: '/ines.webp' }
const raul = { name: 'Raúl Prueba', photoUrl: '/raul.webp' }
const card = { specialties: ['Psicoterapia', 'Danza', 'Fisioterapia'], team: [ines, raul] }
const service = 'fisioterapia' as const
const portraits = new Map([['ana', '/ana.webp']])
const ana = { professionalId: 'ana', professionalName: 'Ana Prueba', specialties: '' }

test('the specialties of the service are first, then those of the professional who gives it, who is first of the team', () => {
  expect(
    serviceFirst(card, {
      service,
      portraits,
      given: [{ professionalId: 'raul', professionalName: raul.name, specialties: 'Danza' }],
    }),
  ).toEqual({
    specialties: ['Fisioterapia', 'Danza', 'Psicoterapia'],
    team: [raul, ines],
  })
})

test('a professional of a large team who gives the service is first, with a portrait if there is one', () => {
  const first = { service, given: [ana, { ...ana, professionalId: 'eva', professionalName: 'Eva Prueba' }] }
  expect(serviceFirst(card, { ...first, portraits }).team).toEqual([
    { name: 'Ana Prueba', photoUrl: '/ana.webp' },
    ines,
    raul,
  ])
  expect(serviceFirst(card, { ...first, portraits: new Map() }).team[0]).toEqual({ name: 'Ana Prueba', photoUrl: null })
})

test('without an offer, the team stays in its order', () => {
  expect(serviceFirst(card, { service, portraits, given: [] }).team).toEqual([ines, raul])
})
