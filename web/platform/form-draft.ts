import { z } from 'zod'

import { draftPrefix } from './session.ts'

export type FormDraft<Kept> = { read(): Kept; write(typed: object): void; drop(): void }

/**
 * What a form keeps of what was typed, in this tab alone: a reload costs nothing, and it goes when the person leaves.
 * `kept` names what may be kept, out of what was typed and out of what is found again: never a password or a file. It
 * refuses nothing, whatever is found.
 */
export function formDraft<Kept>({ name, kept }: { name: string; kept: z.ZodType<Kept> }): FormDraft<Kept> {
  const key = draftPrefix + name
  return {
    read() {
      try {
        const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
        return kept.parse({ ...(found as object) })
      } catch {
        return kept.parse({})
      }
    },
    write(typed) {
      try {
        sessionStorage.setItem(key, JSON.stringify(kept.parse(typed)))
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

const text = z.string().max(6000).optional().catch(undefined)

/** The texts of a draft, by the names of their fields. */
export function keptTexts<Name extends string>(...names: Name[]): Record<Name, typeof text> {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>
}
