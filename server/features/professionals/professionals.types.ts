import type { ProfessionalEdit as EditOfContract } from '#contract/team.ts'

export type NewProfessional = {
  centerId: string
  name: string
  /** The professional's own account, if there is one. */
  userId?: string | null
  photoUrl?: string | null
} & Partial<ProfessionalEdit>

/** What the owner corrects; empty texts mean that there is none. */
export type ProfessionalEdit = Readonly<EditOfContract>

/** A professional as the centre's: whoever else's counts as none. */
export type OfCenter = { centerId: string; professionalId: string }
