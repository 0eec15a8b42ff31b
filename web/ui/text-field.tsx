import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame, type FieldText, useField } from './field.tsx'

/**
 * The type `number` is absent: an English browser reads `1,5` in such a field as 15. A number is a text with an
 * `inputMode`.
 */
type TextType = 'text' | 'date' | 'email' | 'password' | 'search' | 'tel' | 'time' | 'url'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'type'> &
  FieldText & {
    type?: TextType
    /** An icon or a unit inside the control, before the text. */
    leading?: ReactNode
    /** A unit or a button inside the control, at its end. */
    trailing?: ReactNode
    /** The classes of the control; `className` applies to the whole field. */
    controlClassName?: string
  }

export function TextField({ leading, trailing, controlClassName, type = 'text', ...field }: TextFieldProps) {
  const { frame, control } = useField(field)
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
    </FieldFrame>
  )
}
