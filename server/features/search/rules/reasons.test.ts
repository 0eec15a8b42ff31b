import { expect, test } from 'vitest'
import { reasonsOf } from './reasons.ts'

const group = [{ name: 'Sesión de fisioterapia', specialties: 'Suelo pélvico\nTraumatología' }]
const offer = { group, professional: undefined }
const center = { specialties: ['Fisioterapia', 'Rehabilitación'] }
const plain = { q: '', offer, distanceMeters: null, modality: undefined }

test.each([
  ['a specialty of a professional', { q: 'suelo pelvico' }, ['Ofrece Suelo pélvico']],
  ['the specialty that the text means', { q: 'me duele la espalda' }, ['Ofrece Fisioterapia']],
  [
    'the professional whose name was typed',
    { q: 'paula núñez', offer: { group, professional: { name: 'Paula Núñez' } } },
    ['Atiende Paula Núñez'],
  ],
  ['the way of attending', { q: '', modality: 'online' as const }, ['Online']],
  ['the distance', { q: '', distanceMeters: 803 }, ['A 800\u00A0m']],
  ['a longer distance', { q: '', distanceMeters: 3_240 }, ['A 3,2\u00A0km']],
  [
    'at most two reasons',
    { q: 'fisio', modality: 'home' as const, distanceMeters: 90 },
    ['Ofrece Fisioterapia', 'A domicilio'],
  ],
  ['nothing for a text that nothing explains', { q: 'movimeinto' }, []],
  ['nothing for a search without a text', {}, []],
])('a result gives as reason %s', (_, search, reasons) => {
  expect(reasonsOf(center, { ...plain, ...search })).toEqual(reasons)
})
