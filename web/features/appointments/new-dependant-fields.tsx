import { DependantFields } from '#web/features/accounts/dependants/dependant-fields.tsx'

import { type NewDependant, type NewDependantErrors, newDependantFieldId } from './attendee-values.ts'

export type NewDependantFieldsProps = {
  values: NewDependant
  errors: NewDependantErrors
  onChange: (changed: Partial<NewDependant>) => void
}

export function NewDependantFields({ values, errors, onChange }: NewDependantFieldsProps) {
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
