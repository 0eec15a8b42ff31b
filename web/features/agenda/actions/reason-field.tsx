import { TextArea } from '#web/ui/text-area.tsx'

/** The centre's reason for a change. The affected patients read it. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <TextArea
      label="Motivo"
      required
      rows={2}
      maxLength={500}
      hint="Lo lee el paciente. Por ejemplo: la profesional está enferma."
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

export const isReason = (text: string) => text.trim().length >= 3
