/** Random choices that are the same on every start. */
export type Random = {
  /** The number is at least 0 and less than 1. */
  fraction(): number
  /** The number is an integer, with both ends included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Distinct items, at most all of them. */
  some<T>(items: readonly T[], count: number): T[]
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T
}

/**
 * Each object has its own sequence of numbers, seeded with its name, so that a change in one centre does not change the others.
 * A new field of an object needs its own sequence; otherwise the object's later choices change.
 * FNV-1a hashes the name into the state of mulberry32; both are public domain and good enough for a demonstration.
 */
export function randomFor(name: string): Random {
  let state = 0x811c9dc5
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)

  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('There is nothing to pick from.')
    return items[between(0, items.length - 1)] as T
  }
  return {
    fraction,
    between,
    chance: (probability) => fraction() < probability,
    pick,
    some(items, count) {
      const left = [...items]
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(between(0, left.length - 1), 1),
      ).flat()
    },
    weighted(items) {
      let mark = fraction() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        mark -= weight
        if (mark < 0) return item
      }
      return pick(items)[0]
    },
  }
}
