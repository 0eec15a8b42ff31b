import { wordsOf } from '#contract/folded-text.ts'
import { beginsLike } from './words.ts'

/** Shorter words must be right. */
const shortestMisspelt = 4

type Typed<Item> = {
  /** Folded. */
  words: readonly string[]
  labelOf: (item: Item) => string
  /** Whether each word may have a letter wrong. */
  fuzzy: boolean
}

/** The items in whose label each typed word begins a word of its own, in any order. The first word's own beginning ranks first. */
export function matchLabels<Item>(items: readonly Item[], { words, labelOf, fuzzy }: Typed<Item>): Item[] {
  const [first] = words
  if (first === undefined) return []
  const matches = fuzzy ? isLike : (word: string, typed: string) => word.startsWith(typed)
  const rank = ({ labelWords }: { labelWords: string[] }) => (labelWords[0]?.startsWith(first) ? 0 : 1)
  return items
    .map((item) => ({ item, labelWords: wordsOf(labelOf(item)) }))
    .filter(({ labelWords }) => hasEach(labelWords, words, matches))
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ item }) => item)
}

const isLike = (word: string, typed: string) =>
  word.startsWith(typed) || (typed.length >= shortestMisspelt && beginsLike(word, typed))

function hasEach(
  labelWords: readonly string[],
  words: readonly string[],
  matches: (word: string, typed: string) => boolean,
) {
  const left = [...labelWords]
  return words.every((typed) => {
    const at = left.findIndex((word) => matches(word, typed))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
