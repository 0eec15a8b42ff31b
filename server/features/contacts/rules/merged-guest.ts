import { mergeUndoHours } from '#contract/guest-merge-routes.ts'
import { phoneKey } from '#contract/known-people.ts'
import { noteMax, tagLimits } from '#contract/person-facts.ts'
import { nameKey } from '#contract/similar-names.ts'
import { typedList } from '#contract/typed-lists.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Facts } from '../contacts.types.ts'

export type GuestData = Facts & { name: string; phone: string; email: string; note: string }

/** Two people who are known to differ are never merged. */
export const areDifferent = (one: GuestData, other: GuestData): boolean =>
  (one.cedula !== null && other.cedula !== null && one.cedula !== other.cedula) ||
  (one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate)

/**
 * The person whom two rows are: what the row that stays does not have comes from the other, and where both have something, the other's goes
 * into the note, so that nothing is lost.
 */
export function mergedGuest(kept: GuestData, other: GuestData): GuestData {
  const others = [
    nameKey(kept.name) !== nameKey(other.name) && `Otro nombre: ${other.name}`,
    kept.phone !== '' &&
      other.phone !== '' &&
      phoneKey(kept.phone) !== phoneKey(other.phone) &&
      `Otro teléfono: ${other.phone}`,
    kept.email !== '' && other.email !== '' && kept.email !== other.email && `Otro correo: ${other.email}`,
    kept.cover !== '' && other.cover !== '' && kept.cover !== other.cover && `Otra mutualista: ${other.cover}`,
    kept.note !== other.note && other.note,
  ]
  return {
    name: kept.name,
    phone: kept.phone || other.phone,
    email: kept.email || other.email,
    cedula: kept.cedula ?? other.cedula,
    birthDate: kept.birthDate ?? other.birthDate,
    cover: kept.cover || other.cover,
    tags: typedList([...kept.tags, ...other.tags].join(',')),
    note: [kept.note, ...others].filter(Boolean).join('\n'),
  }
}

export const isTooMuch = ({ note, tags }: GuestData): boolean => note.length > noteMax || tags.length > tagLimits.max

/** A merge from before this moment can no longer be undone. */
export const undoableSince = (now: Date) => new Date(now.getTime() - mergeUndoHours * hourMs)
