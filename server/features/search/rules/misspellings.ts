/**
 * How many letters of a word of a name may be wrong, missing, extra or swapped. A short word is near too many others: «tea» is not
 * La Teja, and «Casmu» is no Casa.
 */
export function mostEdits(text: string): number {
  const letters = [...text].length
  if (letters < 5) return 0
  return letters < 9 ? 1 : 2
}

/** Those of the words of centres' texts of which a folded text may be a misspelling, with the fewest letters apart. */
export function closestWords(text: string, words: readonly string[]): string[] {
  const apart = words.map((word) => ({ word, edits: editsBetween(singular(text), singular(word)) }))
  const fewest = Math.min(mostEdits(text), ...apart.map(({ edits }) => edits))
  return apart.filter(({ word, edits }) => edits <= fewest && word.length >= 4).map(({ word }) => word)
}

/** A word of a text may have a comma or a bracket. */
const singular = (word: string) => word.replaceAll(/[^\p{L}\p{N}]/gu, '').replace(/s$/, '')

/** The optimal string alignment distance: a swap of two neighbours is one edit. */
function editsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}
