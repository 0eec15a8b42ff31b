import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame, type FieldText, useField } from './field.tsx'
import { useKeptText } from './kept-text.tsx'

/**
 * The types `number`, `date` and `time` are absent: an English browser reads `1,5` in such a field as 15, and shows 11/20/2026 and
 * 02:30 PM. A number is a text with an `inputMode`; a date is a DateField, a time a TimeField.
 */
type TextType = 'text' | 'email' | 'password' | 'search' | 'tel' | 'url'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'type'> &
  FieldText & {
    type?: TextType
    /** The field shows a longer text whole and refuses it: see kept-text. */
    maxLength?: number | undefined
    /** An icon or a unit inside the control, before the text. */
    leading?: ReactNode
    /** A unit or a button inside the control, at its end. */
    trailing?: ReactNode
    /** The classes of the control; `className` applies to the whole field. */
    controlClassName?: string
  }

export function TextField(props: TextFieldProps) {
  const { leading, trailing, controlClassName, type = 'text', maxLength, ...field } = props
  const { count, error, ...kept } = useKeptText({ ...field, maxLength })
  const { frame, control } = useField({ ...field, ...kept, ...(error !== undefined && { error }) })
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        {leading && (
          <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-soft [&_svg]:size-5">
            {leading}
          </span>
        )}
        <input
          {...control}
          type={type}
          className={classNames(
            controlClass,
            leading ? 'pl-11' : undefined,
            trailing ? 'pr-12' : undefined,
            controlClassName,
          )}
        />
        {trailing && <span className="absolute inset-y-0 right-0 flex items-center text-ink-soft">{trailing}</span>}
      </div>
      {count}
    </FieldFrame>
  )
}
