import { dayMs } from '#web/platform/durations.ts'

import { serverNow } from './server-time.ts'
import { draftPrefix } from './session.ts'

/** A draft that the visitor has not touched for this long is deleted, unread. The notice above a form says so. */
export const draftDays = 7

export type FormDraft<Draft> = { read(): Draft; write(typed: object): void; delete(): void; isKept(): boolean }

/** Returns a stored value, or undefined when it is not of the field's type. */
type DraftField = (value: unknown) => unknown
/** The stored fields by name, some in groups. Every other value is left out, so never name a password or a file. */
type DraftFields = { [name: string]: DraftField | DraftFields }

type Draft<Fields extends DraftFields> = {
  [Name in keyof Fields as Fields[Name] extends DraftField ? Name : never]?: Fields[Name] extends DraftField
    ? ReturnType<Fields[Name]>
    : never
} & {
  [Name in keyof Fields as Fields[Name] extends DraftFields ? Name : never]: Fields[Name] extends DraftFields
    ? Draft<Fields[Name]>
    : never
}

/**
 * Stores a form's values on this device, for every tab of the browser, for `draftDays` after the last change. Signing
 * out deletes them, and so do a successful submission and "Borrar borrador". Reading never throws, whatever the storage
 * contains. Without zod, because a form reads its draft when its page opens.
 */
export function formDraft<Fields extends DraftFields>({
  name,
  fields,
}: {
  name: string
  fields: Fields
}): FormDraft<Draft<Fields>> {
  const key = draftPrefix + name
  return {
    read: () => pickFields(fields, findTyped(key)),
    write(typed) {
      try {
        localStorage.setItem(key, JSON.stringify({ savedAt: serverNow(), typed: pickFields(fields, typed) }))
      } catch {
        // With a full or forbidden storage there is no draft, and the form still works.
      }
    },
    delete: () => remove(key),
    isKept: () => findTyped(key) !== undefined,
  }
}

function pickFields<Fields extends DraftFields>(fields: Fields, values: unknown): Draft<Fields> {
  const picked = Object.entries(fields).map(([name, field]) => {
    const value = isRecord(values) ? values[name] : undefined
    return [name, typeof field === 'function' ? field(value) : pickFields(field, value)] as const
  })
  return Object.fromEntries(picked.filter(([, value]) => value !== undefined)) as Draft<Fields>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function findTyped(key: string): object | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (isRecord(stored) && typeof stored.savedAt === 'number' && isRecord(stored.typed)) {
      // A draft from the future was saved before the browser knew the server's time.
      const age = Math.abs(serverNow() - stored.savedAt)
      if (age < draftDays * dayMs) return stored.typed
    }
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

export const draftText = (value: unknown) => (typeof value === 'string' && value.length <= 6000 ? value : undefined)

export const draftCheckbox = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

export const draftChoice =
  <Choice extends string>(choices: readonly Choice[]) =>
  (value: unknown): Choice | undefined =>
    choices.find((choice) => choice === value)

/** A list of at most `max` entries, each of them valid. */
export const draftList =
  <Entry>(entry: (value: unknown) => Entry | undefined, { max }: { max: number }) =>
  (value: unknown) => {
    if (!Array.isArray(value) || value.length > max) return undefined
    const entries = value.map(entry).filter((valid) => valid !== undefined)
    return entries.length === value.length ? entries : undefined
  }

export function draftTexts<Name extends string>(...names: Name[]): Record<Name, typeof draftText> {
  return Object.fromEntries(names.map((name) => [name, draftText])) as Record<Name, typeof draftText>
}

/** A group of fields as an entry of a list; undefined when one of them is missing. */
export const draftRow =
  <Fields extends Record<string, DraftField>>(fields: Fields) =>
  (value: unknown): { [Name in keyof Fields]: NonNullable<ReturnType<Fields[Name]>> } | undefined => {
    const row: { [name: string]: unknown } = pickFields(fields, value)
    const isWhole = Object.keys(fields).every((name) => row[name] !== undefined)
    return isWhole ? (row as { [Name in keyof Fields]: NonNullable<ReturnType<Fields[Name]>> }) : undefined
  }
