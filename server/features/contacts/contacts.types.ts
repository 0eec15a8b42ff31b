import type { DependantOfGuardian, PersonRef } from '#contract/agenda.ts'

/** With `professionalId`, only people with an appointment with that professional. */
export type ContactScope = { centerId: string; professionalId?: string }

export type ContactRow = PersonRef & {
  name: string
  dependant: DependantOfGuardian | null
  phone: string | null
  email: string | null
  note: string | null
  cedula: string | null
  /** A dependant's is what their guardian wrote. */
  birthDate: string | null
  cover: string
  tags: string[]
  lastVisit: Date | null
  nextVisit: Date | null
  visits: number
  noShows: number
}

export type NewGuest = { fullName: string; phone: string; email: string }

/** What a centre keeps of a person besides their name, how to reach them, and the note. */
export type Facts = Pick<ContactRow, 'cedula' | 'birthDate' | 'cover' | 'tags'>
