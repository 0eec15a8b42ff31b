import { type AliasedRawBuilder, sql } from 'kysely'

import type { CenterEdit } from '#contract/centers.ts'
import type { CenterProfiles } from '#server/platform/postgres/schema.gen.ts'

/**
 * `blank`: how a text that is empty is kept, which is also what is left of it once the centre closes. `inProfile`:
 * anybody reads it on the centre's page; what cards show as well stands in presentCenter.
 */
type EditedColumn = { column: keyof CenterProfiles; blank?: '' | null; inProfile?: true }

/** What the owner edits, by its name in the contract; one that is missing here doesn't compile. */
const editedColumns = {
  name: { column: 'center_name' },
  description: { column: 'description', blank: '' },
  specialties: { column: 'specialties' },
  languages: { column: 'languages', inProfile: true },
  modalities: { column: 'modalities' },
  address: { column: 'address', blank: '' },
  neighborhood: { column: 'neighborhood', blank: null },
  department: { column: 'department' },
  phone: { column: 'phone', blank: null },
  contactEmail: { column: 'email' },
  alternativeEmail: { column: 'alternative_email', blank: null },
  website: { column: 'website', blank: null },
  instagram: { column: 'instagram', blank: null, inProfile: true },
  facebook: { column: 'facebook', blank: null, inProfile: true },
  sessionDuration: { column: 'session_duration' },
  confirmsManually: { column: 'confirms_manually', inProfile: true },
  lateRefundPercent: { column: 'late_refund_percent', inProfile: true },
  cancellationPolicy: { column: 'cancellation_policy', blank: '', inProfile: true },
} as const satisfies Record<keyof CenterEdit, EditedColumn>

type Columns = typeof editedColumns
type Nullable = { [Name in keyof Columns]: Columns[Name] extends { blank: null } ? Name : never }[keyof Columns]

/** As it is kept: null where the owner wrote nothing. */
export type EditedRow = Omit<CenterEdit, Nullable> & { [Name in Nullable]: string | null }

type InProfile = { [Name in keyof Columns]: Columns[Name] extends { inProfile: true } ? Name : never }[keyof Columns]

const entries = Object.entries(editedColumns) as [keyof CenterEdit, EditedColumn][]

/** All of them, under their names in the contract. */
export const editedSelection = entries.map(([name, { column }]) =>
  sql.ref(`center_profiles.${column}`).as(name),
) as unknown as { [Name in keyof EditedRow]: AliasedRawBuilder<EditedRow[Name], Name> }[keyof EditedRow][]

/** The columns as an edit leaves them. */
export function editedValues(edit: CenterEdit) {
  return Object.fromEntries(
    entries.map(([name, { column, blank }]) => [column, edit[name] === '' && blank === null ? null : edit[name]]),
  )
}

/** The texts of a centre that closes. */
export const blankValues = Object.fromEntries(
  entries.flatMap(([, { column, blank }]) => (blank === undefined ? [] : [[column, blank] as const])),
)

/** As the form of the owner shows it: an empty text where nothing is kept. */
export function asEdited<Row extends EditedRow>(row: Row): Row & CenterEdit {
  return { ...row, ...Object.fromEntries(entries.map(([name]) => [name, row[name] ?? ''])) } as Row & CenterEdit
}

export function inProfile(row: EditedRow): Pick<EditedRow, InProfile> {
  const shown = entries.filter(([, { inProfile: isShown }]) => isShown)
  return Object.fromEntries(shown.map(([name]) => [name, row[name]])) as Pick<EditedRow, InProfile>
}
