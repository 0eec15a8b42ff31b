import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'

import { centerSpecialties } from '#contract/registration.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export type CenterFieldsProps = {
  /** The results of `register`. */
  centerName: UseFormRegisterReturn
  specialty: UseFormRegisterReturn
  errors: { centerName?: FieldError; specialty?: FieldError }
  placeholder: string
}

/** The name and the specialty of a centre that registers with a short form. */
export function CenterFields({ centerName, specialty, errors, placeholder }: CenterFieldsProps) {
  return (
    <>
      <TextField
        {...centerName}
        label="Nombre del centro"
        required
        autoComplete="organization"
        error={errors.centerName?.message}
      />
      <SelectField
        {...specialty}
        label="Especialidad"
        required
        placeholder={placeholder}
        options={centerSpecialties.map((name) => ({ value: name, label: name }))}
        error={errors.specialty?.message}
      />
    </>
  )
}
