import type { Gender } from '#contract/attended.ts'
import { type EditableColumn, editableColumns, type RowOf } from '#server/platform/postgres/editable-columns.ts'

import type { ProfessionalEdit } from '../centers.types.ts'

/** The columns that the owner edits, by their names in the contract. A missing column does not compile. */
const columns = {
  name: { column: 'full_name' },
  title: { column: 'title' },
  specialties: { column: 'specialties' },
  modalities: { column: 'modalities' },
  ages: { column: 'ages' },
  gender: { column: 'gender', blank: null },
  videoPlatform: { column: 'video_platform', blank: null },
  videoLink: { column: 'video_link', blank: null },
  registrationNumber: { column: 'registration_number', blank: null },
  bio: { column: 'bio', blank: '' },
} as const satisfies Record<keyof ProfessionalEdit, EditableColumn<'professionals'>>

type Row = Omit<RowOf<ProfessionalEdit, typeof columns>, 'gender'> & { gender: Gender | null }

export const editable = editableColumns<ProfessionalEdit, Row>('professionals', columns)
