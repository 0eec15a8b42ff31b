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
