import { listParts } from '#contract/typed-lists.ts'

/** The entries of a typed list: separated by commas or lines, each once. */
export function typedList(text: string): string[] {
  const seen = new Set<string>()
  return listParts(text).filter((part) => {
    const key = part.toLocaleLowerCase('es')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

export const listText = (items: readonly string[]): string => items.join(', ')
