import { TextArea } from '#web/ui/text-area.tsx'

export type ReasonFieldProps = { value: string; onChange: (reason: string) => void; optional?: boolean }

/** The reason for a change. The affected patients read that of the centre. */
export function ReasonField({ value, onChange, optional = false }: ReasonFieldProps) {
  return (
    <TextArea
      label="Motivo"
      optional={optional}
      required={!optional}
      rows={2}
      maxLength={500}
      hint={optional ? 'Se guarda con la cita.' : 'Lo lee el paciente. Por ejemplo: la profesional está enferma.'}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

export const isReason = (text: string) => text.trim().length >= 3
