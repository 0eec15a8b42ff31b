import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'

import { centerSpecialties } from '#contract/registration.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export type CenterFieldsProps = {
  centerName: UseFormRegisterReturn
  specialty: UseFormRegisterReturn
  errors: { centerName?: FieldError; specialty?: FieldError }
  placeholder: string
}

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
