import {
  type ChangeEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { CalendarButton } from './calendar-button.tsx'
import { classNames } from './class-names.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'
import { type DateChange, type DateControl, useTypedDate } from './use-typed-date.ts'

type OwnProps = {
  /** As `2027-03-05`, or empty. */
  value?: string
  defaultValue?: string
  /** The first and the last day that can be chosen, as ISO texts; any plausible one without them. */
  min?: string | number | undefined
  max?: string | number | undefined
  /** The message for a day outside of the limits that the field sets. */
  outside?: string
  ref?: Ref<DateControl>
  /** Called while the date is typed, with an empty value until it is a date. */
  onChange?: (event: DateChange) => unknown
}

export type DateFieldProps = Omit<
  TextFieldProps,
  keyof OwnProps | 'type' | 'inputMode' | 'maxLength' | 'leading' | 'trailing'
> &
  OwnProps

const afterPressMs = 300

/**
 * A date, read as dd/mm/aaaa in every browser, typed freely or chosen in a calendar. What cannot be a date, or is outside the
 * limits, stays to be corrected: the field says why on leaving and on Enter, and its form is not sent.
 */
export function DateField(props: DateFieldProps) {
  const { value, defaultValue, outside, ref, onChange, onBlur, onKeyDown, error, ...rest } = props
  const { min, max, ...field } = { ...rest, min: rest.min?.toString(), max: rest.max?.toString() }
  const input = useRef<HTMLInputElement>(null)
  const typed = useTypedDate({ input, name: field.name ?? '', value, defaultValue, min, max, outside, onChange })
  useImperativeHandle(ref, () => typed.control, [typed.control])
  // The form asks the element whether it can be sent: see kept-text.
  useLayoutEffect(() => input.current?.setCustomValidity(typed.problem ?? ''), [typed.problem])
  // The message appears on leaving the field, where no focus scrolls it out from behind a dialog's footer. Later, so that nothing
  // moves under the finger that left the field.
  useEffect(() => {
    if (typed.shownProblem === undefined) return
    const timer = setTimeout(() => input.current?.scrollIntoView({ block: 'nearest' }), afterPressMs)
    return () => clearTimeout(timer)
  }, [typed.shownProblem])

  return (
    <TextField
      placeholder="dd/mm/aaaa"
      autoComplete="off"
      {...field}
      ref={input}
      inputMode="numeric"
      // See filled-fields.
      data-date=""
      value={typed.text}
      error={typed.shownProblem ?? error}
      controlClassName={classNames('tabular-nums', field.controlClassName)}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => typed.type(currentTarget.value)}
      onInvalid={typed.refuse}
      onBlur={(event) => {
        typed.finish()
        onBlur?.(event)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        // A refused day must not submit the form around the field.
        if (event.key === 'Enter' && !typed.finish()) event.preventDefault()
        onKeyDown?.(event)
      }}
      trailing={
        !field.readOnly && (
          <CalendarButton
            label={field.label}
            value={typed.date}
            min={min}
            max={max}
            disabled={field.disabled}
            onChoose={typed.choose}
          />
        )
      }
    />
  )
}
