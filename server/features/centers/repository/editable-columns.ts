import type { CenterEdit } from '#contract/centers.ts'
import { type EditableColumn, editableColumns, type RowOf } from '#server/platform/postgres/editable-columns.ts'

/** The columns that the owner edits, by their names in the contract. A missing column does not compile. */
const columns = {
  name: { column: 'center_name' },
  description: { column: 'description', blank: '' },
  specialties: { column: 'specialties' },
  languages: { column: 'languages' },
  covers: { column: 'covers' },
  modalities: { column: 'modalities' },
  address: { column: 'address', blank: '' },
  neighborhood: { column: 'neighborhood', blank: null },
  department: { column: 'department' },
  phone: { column: 'phone', blank: null },
  contactEmail: { column: 'email' },
  alternativeEmail: { column: 'alternative_email', blank: null },
  website: { column: 'website', blank: null },
  whatsapp: { column: 'whatsapp', blank: null },
  instagram: { column: 'instagram', blank: null },
  facebook: { column: 'facebook', blank: null },
  sessionDuration: { column: 'session_duration' },
  confirmsManually: { column: 'confirms_manually' },
  lateRefundPercent: { column: 'late_refund_percent' },
  cancellationPolicy: { column: 'cancellation_policy', blank: '' },
} as const satisfies Record<keyof CenterEdit, EditableColumn<'center_profiles'>>

type Columns = typeof columns

export type EditedCenter = RowOf<CenterEdit, Columns>

export const editable = editableColumns<CenterEdit, EditedCenter>('center_profiles', columns)

/** The pictures, the pin, and what staff decided. */
export const otherColumns = [
  'logo_url as logoUrl',
  'cover_url as coverUrl',
  'latitude',
  'longitude',
  'is_pin_exact as isPinExact',
  'verified',
  'compliance_status as complianceStatus',
  'approved_at as approvedAt',
] as const
