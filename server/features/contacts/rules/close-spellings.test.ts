import { expect, test } from 'vitest'
import { closeSpellings } from './close-spellings.ts'

/** The word with each slip of the keyboard. */
function slipsOf(word: string): string[] {
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const)
  return cuts.flatMap(([before, after]) => [
    `${before}x${after}`,
    before + after.slice(1),
    after === '' ? word : `${before}x${after.slice(1)}`,
    before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
  ])
}

test.each(['gomes', 'ibarra', 'pineiro', 'rodriges', 'iturralde'])('a slip in «%s» leaves a part of it', (word) => {
  const [spelling] = closeSpellings([word]) ?? []
  const pattern = new RegExp(spelling?.pattern.replaceAll(/\\[mM]/g, '\\b') ?? '')
  for (const slip of [word, ...slipsOf(word)]) {
    expect([slip, spelling?.parts.some((part) => slip.includes(part)), pattern.test(slip)]).toEqual([slip, true, true])
  }
})

test('a short word is looked for as it is, and alone not at all', () => {
  expect(closeSpellings(['ana', 'gómez'])?.[0]).toEqual({ parts: ['ana'], pattern: '\\mana' })
  expect(closeSpellings(['ana'])).toBeUndefined()
})
