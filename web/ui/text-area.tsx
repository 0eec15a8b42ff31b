import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame, type FieldText, useField } from './field.tsx'
import { useKeptText } from './kept-text.tsx'

export type TextAreaProps = ComponentProps<'textarea'> & FieldText

/** A text beyond `maxLength` stays whole and is refused: see kept-text. The field grows with the text where the browser supports it, otherwise scrolls. */
export function TextArea({ rows = 4, maxLength, ...field }: TextAreaProps) {
  const { count, error, ...kept } = useKeptText({ ...field, maxLength })
  const { frame, control } = useField({ ...field, ...kept, ...(error !== undefined && { error }) })
  return (
    <FieldFrame {...frame}>
      <textarea
        {...control}
        rows={rows}
        className={classNames(controlClass, 'field-sizing-content max-h-[min(24rem,40dvh)] min-h-24')}
      />
      {count}
    </FieldFrame>
  )
}
