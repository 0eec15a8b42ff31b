import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'

import { TextField } from '#web/ui/text-field.tsx'

export type PersonFieldsProps = {
  fullName: UseFormRegisterReturn
  phone: UseFormRegisterReturn
  errors: { fullName?: FieldError; phone?: FieldError }
  nameLabel?: string
  phoneHint?: string
}

export function PersonFields({ fullName, phone, errors, nameLabel = 'Tu nombre', phoneHint }: PersonFieldsProps) {
  return (
    <>
      <TextField {...fullName} label={nameLabel} required autoComplete="name" error={errors.fullName?.message} />
      <TextField
        {...phone}
        type="tel"
        label="Teléfono"
        required
        autoComplete="tel"
        inputMode="tel"
        hint={phoneHint}
        error={errors.phone?.message}
      />
    </>
  )
}
