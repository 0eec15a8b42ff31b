import type { ProfessionalEdit as EditOfContract } from '#contract/team.ts'

export type NewProfessional = {
  centerId: string
  name: string
  /** The professional's own account, if there is one. */
  userId?: string | null
  photoUrl?: string | null
} & Partial<ProfessionalEdit>

/** The fields that the owner edits. An empty text clears its column. */
export type ProfessionalEdit = Readonly<EditOfContract>

/** Identifies a professional of this centre. A professional of another centre is not found. */
export type OfCenter = { centerId: string; professionalId: string }
