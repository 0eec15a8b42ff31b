import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

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
      <DateField
        label="Día"
        required
        value={value.date}
        onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
      />
    </div>
  )
}

export function BlockField({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <CheckboxField
      label="Bloquear el resto del día"
      hint="Agrega una ausencia: nadie más puede reservar. La quitas cuando quieras en Disponibilidad."
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

export type WholeDayDialogProps = {
  centerId: string
  agenda: Agenda
  date: string
  professionalId: string | undefined
  open: boolean
  onClose: () => void
}
