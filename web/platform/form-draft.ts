import { z } from 'zod'
import { dayMs } from '#web/platform/durations.ts'

import { draftPrefix } from './session.ts'

/** A draft that the visitor has not touched for this long is deleted, unread. The notice above a form says so. */
export const draftDays = 7

export type FormDraft<Draft> = { read(): Draft; write(typed: object): void; delete(): void; isKept(): boolean }

const storedDraft = z.object({ savedAt: z.number(), typed: z.looseObject({}) })

/**
 * Stores a form's values on this device, for every tab of the browser, for `draftDays` after the last change. Signing
 * out deletes them, and so do a successful submission and "Borrar borrador". `schema` is that of the stored values:
 * never a password or a file. Reading never throws, whatever the storage contains.
 */
export function formDraft<Draft>({ name, schema }: { name: string; schema: z.ZodType<Draft> }): FormDraft<Draft> {
  const key = draftPrefix + name
  const find = () => findTyped(key)
  return {
    read() {
      const parsed = schema.safeParse(find() ?? {})
      return parsed.success ? parsed.data : schema.parse({})
    },
    write(typed) {
      try {
        localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), typed: schema.parse(typed) }))
      } catch {
        // With a full or forbidden storage there is no draft, and the form still works.
      }
    },
    delete: () => remove(key),
    isKept: () => find() !== undefined,
  }
}

function findTyped(key: string): object | undefined {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    const age = parsed.success ? Date.now() - parsed.data.savedAt : 0
    // A clock that was set back must not keep a draft forever.
    if (parsed.success && age >= 0 && age < draftDays * dayMs) return parsed.data.typed
    remove(key)
  } catch {
    // This device stores nothing.
  }
  return undefined
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then nothing was stored.
  }
}

const text = z.string().max(6000).optional().catch(undefined)

/** The schema of a draft's texts, by field name. */
export function draftTexts<Name extends string>(...names: Name[]): Record<Name, typeof text> {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>
}
