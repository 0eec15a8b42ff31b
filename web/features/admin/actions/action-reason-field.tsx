import type { KeyboardEvent } from 'react'

import { isComposing } from '#web/ui/is-composing.ts'
import { TextArea, type TextAreaProps } from '#web/ui/text-area.tsx'

/** Why staff take an action; the record keeps it. */
export function ActionReasonField(props: Omit<TextAreaProps, 'label'>) {
  return <TextArea {...props} label="Motivo" required rows={3} maxLength={1000} />
}

/** Submits with Ctrl + Enter, because Enter starts a new line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey, currentTarget } = event
  if (isComposing(event.nativeEvent)) return
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
}
