import type { AgendaAppointment, AgendaCell, DependantOfGuardian, PersonRef } from '#contract/agenda.ts'

import type { PressedTime } from './calendar/calendar-events.ts'

export type KnownPerson = PersonRef & {
  name: string
  phone: string | null
  dependant: DependantOfGuardian | null
}

export type AgendaDialog =
  | { kind: 'book'; at?: PressedTime; person?: KnownPerson }
  | { kind: 'details'; appointment: AgendaCell }
  | { kind: 'move' | 'cancel' | 'collect' | 'refund' | 'refunded' | 'record'; appointment: AgendaAppointment }
  | { kind: 'moveDay' | 'cancelDay' }
  | { kind: 'find' }
  | { kind: 'handover' }
  | { kind: 'calls' | 'toClose' | 'unconfirmed' }
  | { kind: 'shortcuts' }

export type ShowDialog = (dialog: AgendaDialog) => void
