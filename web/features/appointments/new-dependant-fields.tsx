import { maxDependants } from '#contract/dependants.ts'
import { DependantFields } from '#web/features/accounts/dependants/dependant-fields.tsx'

import { type NewDependant, type NewDependantErrors, newDependantFieldId } from './attendee-values.ts'

export type NewDependantFieldsProps = {
  /** How many dependants the account has. */
  known: number
  values: NewDependant
  errors: NewDependantErrors
  onChange: (changed: Partial<NewDependant>) => void
}

export function NewDependantFields({ known, values, errors, onChange }: NewDependantFieldsProps) {
  if (known >= maxDependants) {
    return (
      <p>{`Llegaste a ${maxDependants} personas a cargo. Elige a una de ellas, o quita a una en «Personas a cargo» de Mi Cuenta para agregar a otra.`}</p>
    )
  }
  const control = (field: keyof NewDependant) => ({
    id: newDependantFieldId(field),
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  })
  return (
    <div className="grid gap-4 rounded-card bg-sand px-4 py-4">
      <p className="text-sm text-ink-soft">
        Así quien atienda a esta persona sabe quién es y qué edad tiene. Queda entre las personas a tu cargo.
      </p>
      <DependantFields
        controls={{ fullName: control('fullName'), birthDate: control('birthDate'), relation: control('relation') }}
        errors={errors}
      />
    </div>
  )
}
