import { useEffect, useRef, useState } from 'react'

import type { AgendaAppointment } from '#contract/agenda.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import type { KnownPerson, ShowDialog } from '../agenda-dialog.ts'
import { PersonField } from '../booking/person-field.tsx'
import { PersonCard } from './person-card.tsx'

export type FindDialogProps = {
  centerId: string
  open: boolean
  onClose: () => void
  show: ShowDialog
  onOpenDay: (appointment: AgendaAppointment) => void
}

export function FindDialog({ centerId, open, onClose, show, onOpenDay }: FindDialogProps) {
  const [person, setPerson] = useState<KnownPerson>()
  const input = useRef<HTMLInputElement>(null)
  const bookButton = useRef<HTMLButtonElement>(null)
  // A caller most often wants a new appointment. The field that had the focus is gone.
  useEffect(() => {
    if (person) bookButton.current?.focus()
  }, [person])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Buscar persona"
      initialFocus={input}
      footer={
        person && (
          <>
            <Button
              variant="secondary"
              onClick={() => {
                setPerson(undefined)
                requestAnimationFrame(() => input.current?.focus())
              }}
            >
              Buscar a otra
            </Button>
            <Button ref={bookButton} onClick={() => show({ kind: 'book', person })}>
              Nueva cita
            </Button>
          </>
        )
      }
    >
      {person ? (
        <PersonCard centerId={centerId} person={person} onOpenDay={onOpenDay} />
      ) : (
        <PersonField
          centerId={centerId}
          label="Nombre o teléfono"
          hint="Entre quienes vinieron al centro o tienen una cita."
          inputRef={input}
          onChoose={setPerson}
        />
      )}
    </Dialog>
  )
}
