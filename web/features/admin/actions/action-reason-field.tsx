import { TextArea, type TextAreaProps } from '#web/ui/text-area.tsx'

/** Why staff take an action; the record keeps it. */
export function ActionReasonField(props: Omit<TextAreaProps, 'label'>) {
  return <TextArea {...props} label="Motivo" required rows={3} maxLength={1000} />
}
