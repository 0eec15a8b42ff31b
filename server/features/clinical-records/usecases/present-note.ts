import { draftDays } from '#contract/clinical-records.ts'
import type { KeyRing } from '#server/platform/key-ring.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { versionOf } from '#server/platform/version.ts'
import type { StoredNote } from '../repository/private-notes.ts'
import { openNote, type RecordContent } from '../rules/sealing.ts'

export type ReadNote = RecordContent & { version: string; savedAt: Date; keptUntil: Date }

/** A note that was deleted and written again has another id. */
export function noteVersion({ id, version }: Pick<StoredNote, 'id' | 'version'>): string {
  return versionOf({ id, version })
}

export function presentNote(recordKeys: KeyRing, note: StoredNote): ReadNote {
  const { savedAt } = note
  return { ...openNote(recordKeys, note), version: noteVersion(note), savedAt, keptUntil: keptUntil(savedAt) }
}

/** A draft that is left alone is deleted then. */
export const keptUntil = (savedAt: Date) => new Date(savedAt.getTime() + draftDays * dayMs)
