import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { conditionsOfBody } from './conditions-of-body.ts'
import { conditionsOfMind } from './conditions-of-mind.ts'

/** What people have, in the words and abbreviations with which they type it: see condition-row.ts for the columns and the sources. */
const rows = [...conditionsOfBody, ...conditionsOfMind]

/** `says`: beginnings of words of specialties and services. `names`: how people and profiles name it, as in the first column. */
export type Condition = {
  services: readonly ServiceSlug[]
  says: readonly string[]
  names?: readonly string[]
  isRare?: boolean
}
type Typed = { words: readonly string[]; isWhole: boolean; condition: Condition }

/** By the first four letters of the first word, so that a long text is read in linear time. */
const byBeginning = new Map<string, Typed[]>()
const keyOf = (word: string) => word.slice(0, 2)
for (const [typed, services, says = ''] of rows) {
  const phrases = typed.split(', ')
  const condition = {
    names: phrases,
    services: services.split(' ') as ServiceSlug[],
    says: says === '' ? [] : says.replace('!', '').split(','),
    isRare: says.startsWith('!'),
  }
  for (const phrase of phrases) {
    const words = phrase.replace('=', '').split(' ')
    const key = keyOf(words[0] ?? '')
    byBeginning.set(key, [...(byBeginning.get(key) ?? []), { words, isWhole: phrase.endsWith('='), condition }])
  }
}

/** The longest condition that begins at this word of a folded text, and how many words it takes. */
export function conditionAt(
  words: readonly string[],
  start: number,
): { condition: Condition; length: number } | undefined {
  const matching = (byBeginning.get(keyOf(words[start] ?? '')) ?? []).filter(({ words: phrase, isWhole }) =>
    phrase.every((part, index) => {
      const word = words[start + index]
      const isLast = index === phrase.length - 1
      // A short last word is no beginning: «miedo a» would find «miedo amiga».
      const isBeginning = isLast && !isWhole && part.length > (phrase.length > 1 ? 2 : 3)
      return word !== undefined && (isBeginning ? word.startsWith(part) : word === part)
    }),
  )
  const [longest] = matching.toSorted((a, b) => b.words.length - a.words.length || weigh(b.words) - weigh(a.words))
  return longest && { condition: longest.condition, length: longest.words.length }
}

const weigh = (words: readonly string[]) => words.join('').length
