import { CheckboxField } from '#web/ui/checkbox-field.tsx'

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
