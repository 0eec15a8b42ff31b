import { type RefObject, useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DependantText } from '../dependant-text.tsx'
import type { BookRequest, BookValues } from './book-values.ts'
import { KnownPhone } from './known-phone.tsx'
import { PersonField } from './person-field.tsx'

type Form = UseFormReturn<BookValues, unknown, BookRequest>

export type WhoFieldsProps = {
  centerId: string
  form: Form
  searchRef: RefObject<HTMLInputElement | null>
  /** Called after a person is chosen, to move the focus to the next field. */
  onPersonChosen: () => void
}

export function WhoFields({ centerId, form, searchRef, onPersonChosen }: WhoFieldsProps) {
  const { control, register, setValue, formState } = form
  const [person, guest] = useWatch({ control, name: ['person', 'guest'] })
  const { errors } = formState
  if (person) {
    return (
      <div className="flex items-center justify-between gap-4 rounded-control bg-sand px-4 py-2">
        <p className="min-w-0 wrap-anywhere">
          <span translate="no" className="font-semibold">
            {person.name}
          </span>
          {person.dependant && <DependantText dependant={person.dependant} />}
          {person.phone && <span className="text-ink-soft">{` · ${person.phone}`}</span>}
        </p>
        <ChangeButton onPress={() => setValue('person', undefined)} searchRef={searchRef} />
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
            {...register('guest.phone')}
            label="Teléfono"
            type="tel"
            maxLength={300}
            autoComplete="off"
            error={errors.guest?.phone?.message}
          />
        </div>
        <KnownPhone
          centerId={centerId}
          phone={guest.phone}
          verb="Es"
          onChoose={(chosen) => {
            setValue('guest', undefined)
            setValue('person', chosen)
            onPersonChosen()
          }}
        />
        <TextField
          {...register('guest.email')}
          label="Correo electrónico"
          optional
          type="email"
          maxLength={255}
          autoComplete="off"
          hint="Ahí le avisamos si algo cambia."
          error={errors.guest?.email?.message}
        />
        <div>
          <ChangeButton
            onPress={() => setValue('guest', undefined)}
            searchRef={searchRef}
            label="Buscar a otra persona"
          />
        </div>
      </fieldset>
    )
  }
  return (
    <PersonField
      centerId={centerId}
      label="Quién viene"
      error={errors.person?.message}
      inputRef={searchRef}
      onChoose={(chosen) => {
        setValue('person', chosen)
        form.clearErrors('person')
        onPersonChosen()
      }}
      onNew={(typed) => {
        // Typed digits are the caller's telephone number.
        const isPhone = /^[+\d\s()-]+$/.test(typed)
        form.clearErrors('person')
        setValue('guest', { fullName: isPhone ? '' : typed, phone: isPhone ? typed : '', email: '' })
      }}
    />
  )
}

function NameField({ form: { register, getValues, setFocus, formState } }: { form: Form }) {
  // The search field, now gone, had the focus. If the name is filled in, the telephone is next.
  useEffect(() => setFocus(getValues('guest.fullName') ? 'guest.phone' : 'guest.fullName'), [setFocus, getValues])
  return (
    <TextField
      {...register('guest.fullName')}
      label="Nombre y apellido"
      required
      maxLength={200}
      autoComplete="off"
      error={formState.errors.guest?.fullName?.message}
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
