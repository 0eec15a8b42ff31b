import { draftPrefix } from './session.ts'

export type FormDraft<Kept> = { read(): Kept; write(typed: object): void; drop(): void }

/**
 * What a form keeps of what was typed, in this tab alone: a reload costs nothing, and it goes when the person leaves.
 * `keep` picks what may be kept, out of what was typed and out of what is found again: never a password.
 */
export function formDraft<Kept extends object>(o: {
  name: string
  keep: (found: Record<string, unknown>) => Kept
}): FormDraft<Kept> {
  const key = draftPrefix + o.name
  return {
    read() {
      try {
        const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
        return o.keep(typeof found === 'object' && found !== null ? { ...found } : {})
      } catch {
        return o.keep({})
      }
    },
    write(typed) {
      try {
        sessionStorage.setItem(key, JSON.stringify(o.keep({ ...typed })))
      } catch {
        // A full or forbidden storage costs the draft, not the registration.
      }
    },
    drop() {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // Nothing was kept, then.
      }
    },
  }
}
