import { expect, test } from 'vitest'
import { explainResults } from './reasons.ts'
import { readWords } from './words.ts'

const group = [{ name: 'Sesión de fisioterapia', specialties: 'Suelo pélvico\nTraumatología' }]
const offer = { group, professional: undefined }
const center = { specialties: ['Fisioterapia', 'Rehabilitación'] }
const plain = { q: '', offer, modality: undefined, ages: undefined }

test.each([
  ['a specialty of a professional', { q: 'suelo pelvico' }, ['Trata Suelo pélvico']],
  ['the specialty that the text means', { q: 'me duele la espalda' }, ['Ofrece Fisioterapia']],
  [
    'nothing for a typed professional, whom the card names',
    { q: 'paula núñez', offer: { group, professional: { name: 'Paula Núñez' } } },
    [],
  ],
  ['the modality', { q: '', modality: 'online' as const }, ['Online']],
  [
    'a specialty and the modality together',
    { q: 'fisio', modality: 'home' as const },
    ['Ofrece Fisioterapia', 'A domicilio'],
  ],
  ['nothing for a text without a matching specialty or service', { q: 'movimeinto' }, []],
  ['nothing for a search without a text', {}, []],
])('the reasons of a result are %s', (_, search, reasons) => {
  const { q, offer, modality, ages } = { ...plain, ...search }
  const explain = explainResults({ needs: readWords(q), modality, ages })
  expect(explain(center, offer)).toEqual(reasons)
})
