/** Lower case without accents: how typed text and terms are compared. */
export const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The folded words of a text. A word has only letters and digits, so that no character acts as a pattern. */
export const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
