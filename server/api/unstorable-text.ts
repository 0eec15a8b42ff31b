type Place = { value: unknown; key: string; parent: Place | undefined }

/**
 * Path of the first text that PostgreSQL cannot store (a NUL byte or half of a surrogate pair), as `services.0.name`.
 * It loops and links instead of recursing and copying paths, because a body may be a megabyte of brackets.
 */
export function findUnstorableText(input: unknown): string | undefined {
  const waiting: Place[] = [{ value: input, key: '', parent: undefined }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place
    if (typeof value === 'string') {
      if (!isStorable(value)) return pathOf(place)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        if (!isStorable(key)) return pathOf(place)
        waiting.push({ value: child, key, parent: place })
      }
    }
  }
  return undefined
}

function pathOf(place: Place): string {
  const keys: string[] = []
  for (let at: Place | undefined = place; at?.parent; at = at.parent) keys.unshift(at.key)
  return keys.join('.')
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
