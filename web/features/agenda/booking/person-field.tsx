import CircleUser from 'lucide-react/icons/circle-user-round'
import UserPlus from 'lucide-react/icons/user-plus'
import { type RefObject, useState } from 'react'

import { errorMessage } from '#web/platform/error-message.ts'
import { formatDay } from '#web/platform/formats.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'

import type { KnownPerson } from '../agenda-dialog.ts'
import { usePeople } from './use-people.ts'

export type PersonFieldProps = {
  centerId: string
  label: string
  hint?: string
  error?: string
  onChoose: (person: KnownPerson) => void
  /** Where somebody unknown may be entered: with what was typed. */
  onNew?: (typed: string) => void
  inputRef: RefObject<HTMLInputElement | null>
}

const newId = 'new'

/** Finds somebody by a part of the name or of the telephone. */
export function PersonField({ centerId, label, hint, error, onChoose, onNew, inputRef }: PersonFieldProps) {
  const [text, setText] = useState('')
  const { people, isPending, error: failure, isAnswered } = usePeople({ centerId, text })
  const typed = text.trim()
  const options = [
    ...people.map(({ id, name, phone, nextVisit }) => ({
      id,
      label: name,
      description:
        [phone, nextVisit && `próxima cita ${formatDay(nextVisit)}`].filter(Boolean).join(' · ') || undefined,
      icon: <CircleUser aria-hidden="true" />,
    })),
    // Not before it is known who is there already: a quick Enter must not make somebody twice.
    ...(onNew && typed.length >= 2 && (isAnswered || failure)
      ? [{ id: newId, label: `Nuevo paciente: ${typed}`, icon: <UserPlus aria-hidden="true" /> }]
      : []),
  ]
  return (
    <ComboboxField
      ref={inputRef}
      label={label}
      hint={hint}
      error={error}
      maxLength={100}
      placeholder="Nombre o teléfono"
      value={text}
      onType={setText}
      options={options}
      pending={isPending}
      message={
        failure
          ? errorMessage(failure)
          : isAnswered && people.length === 0
            ? 'No hay nadie con ese nombre o teléfono entre los pacientes del centro.'
            : undefined
      }
      onChoose={(id) => {
        if (id === newId) return onNew?.(typed)
        const person = people.find((each) => each.id === id)
        if (person) onChoose({ kind: person.kind, id: person.id, name: person.name, phone: person.phone })
      }}
    />
  )
}
