import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDay } from '#web/platform/formats.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import CircleUser from '~icons/lucide/circle-user-round'
import UserPlus from '~icons/lucide/user-plus'
import type { KnownPerson } from '../agenda-dialog.ts'
import { DependantText } from '../dependant-text.tsx'

export type PersonFieldProps = {
  centerId: string
  label: string
  hint?: string
  error?: string
  onChoose: (person: KnownPerson) => void
  /** Creates a new guest from the typed text. Without it, the field offers no new guest. */
  onNew?: (typed: string) => void
  inputRef: RefObject<HTMLInputElement | null>
}

const newId = 'new'

export function PersonField({ centerId, label, hint, error, onChoose, onNew, inputRef }: PersonFieldProps) {
  const [text, setText] = useState('')
  const { people, isPending, error: failure, isLoaded } = usePeople({ centerId, text })
  const typed = text.trim()
  const options = [
    ...people.map(({ id, name, dependant, phone, nextVisit }) => ({
      id,
      label: name,
      isName: true,
      description: (
        <>
          {dependant && <DependantText dependant={dependant} />}
          {[phone, nextVisit && `próxima cita ${formatDay(nextVisit)}`].filter(Boolean).join(' · ')}
        </>
      ),
      icon: <CircleUser aria-hidden="true" />,
    })),
    // Offered only after the search has responded: a quick Enter must not create a duplicate guest.
    ...(onNew && typed.length >= 2 && (isLoaded || failure)
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
          : isLoaded && people.length === 0
            ? 'No hay nadie con ese nombre o teléfono entre los pacientes del centro.'
            : undefined
      }
      onChoose={(id) => {
        if (id === newId) return onNew?.(typed)
        const person = people.find((each) => each.id === id)
        if (person) onChoose(pickPerson(person))
      }}
    />
  )
}

const pickPerson = ({ kind, id, name, phone, dependant }: KnownPerson): KnownPerson => ({
  kind,
  id,
  name,
  phone,
  dependant,
})

const debounceMs = 180
const maxPeople = 8

function usePeople({ centerId, text }: { centerId: string; text: string }) {
  const { queries } = useApi()
  const typed = text.trim()
  const debounced = useDebounced(typed, debounceMs)
  const isEnough = debounced.length >= 2
  const query = useQuery({
    ...queries.contacts.list.queryOptions({ input: { centerId, q: debounced, limit: maxPeople } }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  return {
    people: isEnough && typed.length >= 2 ? (query.data?.items ?? []) : [],
    isPending: typed.length >= 2 && (typed !== debounced || query.isFetching),
    error: isEnough ? query.error : null,
    /** Whether the response is for the current text. */
    isLoaded: isEnough && typed === debounced && query.isSuccess && !query.isPlaceholderData,
  }
}
