import type { ProfessionalEdit as EditOfContract } from '#contract/team.ts'
import type { Modality } from '#server/features/centers/centers.types.ts'

export type NewProfessional = {
  centerId: string
  name: string
  /** The professional's own account, if there is one. */
  userId?: string | null
  title?: string
  specialties?: readonly string[]
  modalities?: readonly Modality[]
  videoPlatform?: string | null
  registrationNumber?: string | null
  bio?: string
  photoUrl?: string | null
}

export type { Modality }

/** What the owner corrects; empty texts mean that there is none. */
export type ProfessionalEdit = Readonly<EditOfContract>

/** A professional as the centre's: whoever else's counts as none. */
export type OfCenter = { centerId: string; professionalId: string }
