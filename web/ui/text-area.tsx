import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame, type FieldText, useField } from './field.tsx'

export type TextAreaProps = ComponentProps<'textarea'> & FieldText

/** Grows with the text where the browser supports it, otherwise scrolls. */
export function TextArea({ rows = 4, ...field }: TextAreaProps) {
  const { frame, control } = useField(field)
  return (
    <FieldFrame {...frame}>
      <textarea
        {...control}
        rows={rows}
        className={classNames(controlClass, 'field-sizing-content max-h-96 min-h-24')}
      />
    </FieldFrame>
  )
}
