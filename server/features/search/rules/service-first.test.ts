import { expect, test } from 'vitest'
import { serviceFirst } from './service-first.ts'

const ines = { name: 'Inés Prueba', photoUrl: '/ines.webp' }
const raul = { name: 'Raúl Prueba', photoUrl: '/raul.webp' }
const card = { specialties: ['Psicoterapia', 'Danza', 'Fisioterapia'], team: [ines, raul] }
const service = 'fisioterapia'

test('the specialties of the service are first, then those of the professional who gives it, who is first of the team', () => {
  expect(serviceFirst(card, { service, given: [{ professionalName: raul.name, specialties: 'Danza' }] })).toEqual({
    specialties: ['Fisioterapia', 'Danza', 'Psicoterapia'],
    team: [raul, ines],
  })
})

test('a professional without a portrait who gives the service is named before others', () => {
  const { team } = serviceFirst(card, { service, given: [{ professionalName: 'Ana Prueba', specialties: '' }] })
  expect(team).toEqual([{ name: 'Ana Prueba', photoUrl: null }, ines, raul])
})

test('without an offer, the team stays in its order', () => {
  expect(serviceFirst(card, { service, given: [] }).team).toEqual([ines, raul])
})
