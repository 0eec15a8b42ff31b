import type { ProfessionalEdit as EditOfContract } from '#contract/team.ts'

export type NewProfessional = {
  centerId: string
  name: string
  /** The professional's own account, if there is one. */
  userId?: string | null
  photoUrl?: string | null
} & Partial<ProfessionalEdit>

/** The fields that the owner edits; an empty text clears its column. */
export type ProfessionalEdit = Readonly<EditOfContract>

/** A professional of this centre; another centre's counts as none. */
export type OfCenter = { centerId: string; professionalId: string }
