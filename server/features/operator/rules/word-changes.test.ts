import { expect, test } from 'vitest'
import { demonstrationWords } from './first-words.ts'
import { wordChanges } from './word-changes.ts'

const changesTo = (words: Partial<typeof demonstrationWords>) =>
  wordChanges(demonstrationWords, { ...demonstrationWords, ...words })

test('a text, an empty field and a tick are told as they were and as they are, and equal fields are not', () => {
  expect(changesTo({})).toEqual([])
  expect(changesTo({ phone: null, areLegalTextsReviewed: !demonstrationWords.areLegalTextsReviewed })).toEqual([
    { field: 'phone', before: demonstrationWords.phone, after: '' },
    { field: 'areLegalTextsReviewed', before: expect.stringMatching(/^(Sí|No)$/), after: expect.any(String) },
  ])
})

test('of a list, only what was added or taken away is told, and a new order as a whole', () => {
  const [first, ...others] = demonstrationWords.emergency
  const added = { name: 'Bomberos', number: '104' }
  expect(changesTo({ emergency: [...others, added] })).toEqual([
    { field: 'emergency', before: `${first?.name}: ${first?.number}`, after: 'Bomberos: 104' },
  ])
  const claims = demonstrationWords.claims.filter((name) => name !== 'ssl')
  expect(changesTo({ claims })).toEqual([{ field: 'claims', before: 'Conexión cifrada (SSL)', after: '' }])
  const [reordered] = changesTo({ emergency: demonstrationWords.emergency.toReversed() })
  expect(reordered?.after.split('; ').toReversed().join('; ')).toBe(reordered?.before)
})

test('a long text is shortened', () => {
  const [change] = changesTo({ testimonials: [] })
  expect(change?.before.length).toBeLessThanOrEqual(161)
  expect(change?.before).toMatch(/…$/)
})
