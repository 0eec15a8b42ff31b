import { TextArea } from '#web/ui/text-area.tsx'

export type ReasonFieldProps = { value: string; onChange: (reason: string) => void; optional?: boolean }

/** The reason for a change. The other side reads it with the appointment. */
export function ReasonField({ value, onChange, optional = false }: ReasonFieldProps) {
  return (
    <TextArea
      label="Motivo"
      optional={optional}
      required={!optional}
      rows={2}
      maxLength={500}
      hint={optional ? 'Lo lee el centro.' : 'Lo lee el paciente. Por ejemplo: la profesional está enferma.'}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

export const isReason = (text: string) => text.trim().length >= 3
