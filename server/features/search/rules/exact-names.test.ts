import { expect, test } from 'vitest'
import { asTyped, type NameRow, nameReadings, rankNames } from './exact-names.ts'

const rows: NameRow[] = [
  { centerId: 'longer', kind: 'professional', name: 'Lic. Ana Suárez Ortiz' },
  { centerId: 'center', kind: 'center', name: 'Ana Suárez' },
  { centerId: 'longer center', kind: 'center', name: 'Centro Ana Suárez' },
  { centerId: 'exact', kind: 'professional', name: 'Dra. Ana Suárez' },
  { centerId: 'exact', kind: 'professional', name: 'Ana María Suárez' },
]

test.each(['ana suarez', 'SUÁREZ, Ana', 'Lic. Ana Suárez', 'Doctora Ana Suárez', 'psicóloga Ana Suárez'])(
  '«%s» names the professional of exactly this name, then the centre, then whose name has more words',
  (text) => {
    const ranks = rankNames(rows, nameReadings(text))
    expect([...ranks].toSorted(([, one], [, other]) => one - other)).toEqual([
      ['exact', 1],
      ['center', 2],
      ['longer', 3],
    ])
  },
)

test.each(['ana', 'suárez', 'Ana Pérez', 'dra', '', 'psicología'])('«%s» names none of them', (text) => {
  expect(rankNames(rows, nameReadings(text))).toEqual(new Map())
})

test('a word is shown as it was typed, or as the search read it', () => {
  expect(asTyped('Dra. Anahí PÉREZ', ['anahi', 'perez', 'pelvico'])).toBe('Anahí PÉREZ pelvico')
})
