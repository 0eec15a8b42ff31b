import type { CenterEdit } from '#contract/centers.ts'
import { type EditableColumn, editableColumns, type RowOf } from '#server/platform/postgres/editable-columns.ts'

/** `inProfile`: visitors see it only on the centre's page. presentCenter() has the fields that cards show, too. */
type CenterColumn = EditableColumn<'center_profiles'> & { inProfile?: true }

/** The columns that the owner edits, by their names in the contract. A missing column does not compile. */
const columns = {
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
  whatsapp: { column: 'whatsapp', blank: null, inProfile: true },
  instagram: { column: 'instagram', blank: null, inProfile: true },
  facebook: { column: 'facebook', blank: null, inProfile: true },
  sessionDuration: { column: 'session_duration' },
  confirmsManually: { column: 'confirms_manually', inProfile: true },
  lateRefundPercent: { column: 'late_refund_percent', inProfile: true },
  cancellationPolicy: { column: 'cancellation_policy', blank: '', inProfile: true },
} as const satisfies Record<keyof CenterEdit, CenterColumn>

type Columns = typeof columns

export type EditedCenter = RowOf<CenterEdit, Columns>

export const editable = editableColumns<CenterEdit, EditedCenter>('center_profiles', columns)

type InProfile = { [Name in keyof Columns]: Columns[Name] extends { inProfile: true } ? Name : never }[keyof Columns]

export function inProfile(row: EditedCenter): Pick<EditedCenter, InProfile> {
  const profileColumns = Object.entries<CenterColumn>(columns).filter(([, { inProfile: isShown }]) => isShown)
  return Object.fromEntries(profileColumns.map(([name]) => [name, row[name as InProfile]])) as Pick<
    EditedCenter,
    InProfile
  >
}
