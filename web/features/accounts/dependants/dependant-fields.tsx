import { knownRelations } from '#contract/dependant-words.ts'
import { localToday } from '#web/platform/local-days.ts'
import { DateField, type DateFieldProps } from '#web/ui/date-field.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

export type DependantField = 'fullName' | 'birthDate' | 'relation'

/** As the contract's `dependantEdit`, whose schema would load with the booking page. */
const maxLengths = { fullName: 200, relation: 60 }

export type DependantFieldsProps = {
  /** What connects each control with its form. */
  controls: Record<Exclude<DependantField, 'birthDate'>, Partial<TextFieldProps>> & {
    birthDate: Partial<DateFieldProps>
  }
  errors: { [Field in DependantField]?: string | undefined }
}

/** Who a dependant is: the same fields at the account page and while booking. */
export function DependantFields({ controls, errors }: DependantFieldsProps) {
  return (
    <>
      <TextField
        {...controls.fullName}
        label="Nombre completo"
        required
        maxLength={maxLengths.fullName}
        autoComplete="off"
        error={errors.fullName}
      />
      <DateField
        {...controls.birthDate}
        label="Fecha de nacimiento"
        required
        max={localToday()}
        outside="La fecha está en el futuro"
        autoComplete="off"
        error={errors.birthDate}
      />
      <TextField
        {...controls.relation}
        label="Qué es de ti"
        required
        maxLength={maxLengths.relation}
        list="dependant-relations"
        autoComplete="off"
        hint="Por ejemplo, hija o madre."
        error={errors.relation}
      />
      <datalist id="dependant-relations">
        {knownRelations.map((relation) => (
          <option key={relation} value={relation} />
        ))}
      </datalist>
    </>
  )
}
