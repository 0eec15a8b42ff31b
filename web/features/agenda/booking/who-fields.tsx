import { type RefObject, useEffect, useRef } from 'react'

import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { BookForm } from './book-form.ts'
import { PersonField } from './person-field.tsx'

export type WhoFieldsProps = {
  centerId: string
  form: BookForm
  searchRef: RefObject<HTMLInputElement | null>
  /** Somebody was chosen: typing goes on with what comes next. */
  onKnown: () => void
}

/** Who comes: found among the centre's patients, or new. */
export function WhoFields({ centerId, form, searchRef, onKnown }: WhoFieldsProps) {
  const { person, guest, setPerson, setGuest, errors } = form
  if (person) {
    return (
      <div className="flex items-center justify-between gap-4 rounded-control bg-sand px-4 py-2">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{person.name}</span>
          {person.phone && <span className="text-ink-soft">{` · ${person.phone}`}</span>}
        </p>
        <ChangeButton onPress={() => setPerson(undefined)} searchRef={searchRef} />
      </div>
    )
  }
  if (guest) {
    return (
      <fieldset className="grid gap-4 rounded-control bg-sand p-4">
        <legend className="sr-only">Nuevo paciente</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <NameField form={form} />
          <TextField
            label="Teléfono"
            type="tel"
            maxLength={40}
            autoComplete="off"
            value={guest.phone}
            onChange={({ currentTarget }) => setGuest({ ...guest, phone: currentTarget.value })}
          />
        </div>
        <TextField
          label="Correo electrónico"
          optional
          type="email"
          maxLength={255}
          autoComplete="off"
          hint="Ahí le avisamos si algo cambia."
          value={guest.email}
          error={errors.email}
          onChange={({ currentTarget }) => setGuest({ ...guest, email: currentTarget.value })}
        />
        <div>
          <ChangeButton onPress={() => setGuest(undefined)} searchRef={searchRef} label="Buscar a otra persona" />
        </div>
      </fieldset>
    )
  }
  return (
    <PersonField
      centerId={centerId}
      label="Quién viene"
      error={errors.person}
      inputRef={searchRef}
      onChoose={(chosen) => {
        setPerson(chosen)
        onKnown()
      }}
      onNew={(typed) => {
        // Digits that were typed are the caller's number.
        const isPhone = /^[+\d\s()-]+$/.test(typed)
        setGuest({ fullName: isPhone ? '' : typed, phone: isPhone ? typed : '', email: '' })
      }}
    />
  )
}

function NameField({ form }: { form: BookForm }) {
  const input = useRef<HTMLInputElement>(null)
  const { guest, setGuest, errors } = form
  // What it takes the place of had the focus. With the name there, the telephone is next.
  useEffect(() => {
    const next = input.current?.value
      ? input.current.form?.querySelector<HTMLInputElement>('input[type=tel]')
      : input.current
    next?.focus()
  }, [])
  if (!guest) return null
  return (
    <TextField
      ref={input}
      label="Nombre y apellido"
      required
      maxLength={200}
      autoComplete="off"
      value={guest.fullName}
      error={errors.fullName}
      onChange={({ currentTarget }) => setGuest({ ...guest, fullName: currentTarget.value })}
    />
  )
}

type ChangeButtonProps = { onPress: () => void; searchRef: RefObject<HTMLInputElement | null>; label?: string }

function ChangeButton({ onPress, searchRef, label = 'Cambiar' }: ChangeButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      onClick={() => {
        onPress()
        requestAnimationFrame(() => searchRef.current?.focus())
      }}
    >
      {label}
    </Button>
  )
}
