import { wordsOf } from '#contract/folded-text.ts'
import { beginsLike } from './words.ts'

/** Shorter words than this must be spelled correctly. */
const minMisspeltLength = 4

type Query<Item> = {
  /** The words are folded. */
  words: readonly string[]
  labelOf: (item: Item) => string
  /** Whether each word may have one wrong letter. */
  fuzzy: boolean
}

/**
 * The items in whose label each typed word begins a different word. The order of the words does not matter.
 * Labels that begin with the first typed word come first.
 */
export function matchLabels<Item>(items: readonly Item[], { words, labelOf, fuzzy }: Query<Item>): Item[] {
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
  word.startsWith(typed) || (typed.length >= minMisspeltLength && beginsLike(word, typed))

function hasEach(
  labelWords: readonly string[],
  words: readonly string[],
  matches: (word: string, typed: string) => boolean,
) {
  const unmatched = [...labelWords]
  return words.every((typed) => {
    const at = unmatched.findIndex((word) => matches(word, typed))
    if (at >= 0) unmatched.splice(at, 1)
    return at >= 0
  })
}
