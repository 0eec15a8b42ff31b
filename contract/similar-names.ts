import { wordsOf } from './folded-text.ts'

/** Letters that Spanish pronounces alike, of a folded word. The SQL function `sound_of` does the same. */
export const soundOf = (folded: string): string =>
  folded.replaceAll(/[zvyk]/g, (letter) => alike[letter] ?? letter).replaceAll('h', '')

const alike: Record<string, string> = { z: 's', v: 'b', y: 'i', k: 'c' }

const particles = new Set(['de', 'del', 'la', 'las', 'los', 'i'])

/** The words of a name by their sound, in one order: «Pérez, Ana» and «Ana Peres» are the same. The SQL function `name_key` does the same. */
export const nameKey = (name: string): string =>
  wordsOf(name)
    .map(soundOf)
    .filter((word) => word !== '' && !particles.has(word))
    .toSorted()
    .join(' ')

/** Whether all words of one name are in the other: one of them is written shorter. */
export function areRelatedNames(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [one, other]
    .map((name) => nameKey(name).split(' ').filter(Boolean))
    .toSorted((a, b) => a.length - b.length)
  return shorter.length > 0 && shorter.every((word) => longer.includes(word))
}
