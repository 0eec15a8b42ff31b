import type { DependantOfGuardian, PersonRef } from '#contract/agenda.ts'

/** With `professionalId`, only people with an appointment with that professional. */
export type ContactScope = { centerId: string; professionalId?: string }

export type ContactRow = PersonRef & {
  name: string
  dependant: DependantOfGuardian | null
  phone: string | null
  email: string | null
  note: string | null
  lastVisit: Date | null
  nextVisit: Date | null
  visits: number
}

export type NewGuest = { fullName: string; phone: string; email: string }
