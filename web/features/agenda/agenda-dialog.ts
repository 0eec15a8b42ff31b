import { useCallback, useState } from 'react'

import type { AgendaAppointment, PersonRef } from '#contract/agenda.ts'

import type { PressedTime } from './diary/diary-events.ts'

export type KnownPerson = PersonRef & { name: string; phone: string | null }

/** What stands open over the agenda. */
export type AgendaDialog =
  | { kind: 'book'; at?: PressedTime; person?: KnownPerson }
  | { kind: 'details' | 'move' | 'cancel' | 'collect'; appointment: AgendaAppointment }
  | { kind: 'moveDay' | 'cancelDay' }
  | { kind: 'find' }
  | { kind: 'shortcuts' }

export type ShowDialog = (dialog: AgendaDialog) => void

/** The open dialog; what it was about stays known while it closes. `turn` counts what was opened, so that none begins with another's words. */
export function useAgendaDialog() {
  const [state, setState] = useState<{ dialog: AgendaDialog | undefined; isOpen: boolean; turn: number }>({
    dialog: undefined,
    isOpen: false,
    turn: 0,
  })
  const show = useCallback<ShowDialog>(
    (dialog) => setState((before) => ({ dialog, isOpen: true, turn: before.turn + 1 })),
    [],
  )
  return { ...state, show, close: () => setState((before) => ({ ...before, isOpen: false })) }
}
