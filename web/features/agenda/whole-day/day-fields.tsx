import type { AgendaProfessional } from '#contract/agenda.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export type WholeDay = { professionalId: string; date: string }

export type DayFieldsProps = {
  professionals: readonly AgendaProfessional[]
  value: WholeDay
  onChange: (day: WholeDay) => void
}

export function DayFields({ professionals, value, onChange }: DayFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Profesional"
        required
        value={value.professionalId}
        onChange={({ currentTarget }) => onChange({ ...value, professionalId: currentTarget.value })}
        placeholder="Elige de quién"
        options={professionals.map(({ id, name }) => ({ value: id, label: name, isName: true }))}
      />
      <TextField
        label="Día"
        type="date"
        required
        value={value.date}
        onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
      />
    </div>
  )
}
