import { type ReactNode, useId } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'
import { classNames } from './class-names.ts'

/** The common props of fields. The hint stays visible beside an `error`. */
export type FieldText = {
  label: string
  hint?: ReactNode
  error?: string
  /** Adds "(opcional)" after the label. */
  optional?: boolean
  /** Shows the label only to screen readers, where the context is clear. */
  labelHidden?: boolean
}

export function useFieldIds({ id, hint, error }: { id?: string; hint?: ReactNode; error?: string }) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  return {
    controlId,
    hintId,
    errorId,
    aria: {
      'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  }
}

type FieldProps = FieldText & {
  id?: string | undefined
  className?: string | undefined
  required?: boolean | undefined
}

export function useField<Props extends FieldProps>(props: Props) {
  const { label, hint, error, optional, labelHidden, className, id, ...control } = props
  const { controlId, hintId, errorId, aria } = useFieldIds({ id, hint, error })
  return {
    frame: {
      ...{ label, hint, error, optional, labelHidden, className, controlId, hintId, errorId },
      required: props.required,
    },
    control: { ...aria, ...control, id: controlId },
  }
}

export type FieldFrameProps = ReturnType<typeof useField>['frame'] & {
  children: ReactNode
  /** It is rendered after the hint and the error. */
  below?: ReactNode
}

export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, error, optional, required, labelHidden, className, controlId, hintId, errorId } = props
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <FieldLabel htmlFor={controlId} label={label} optional={optional} required={required} labelHidden={labelHidden} />
      {props.children}
      <FieldHint id={hintId}>{hint}</FieldHint>
      <FieldError id={errorId} error={error} />
      {props.below}
    </div>
  )
}

export function FieldLabel({
  htmlFor,
  label,
  optional,
  required,
  labelHidden,
}: Pick<FieldText, 'label' | 'optional' | 'labelHidden'> & { htmlFor: string; required?: boolean }) {
  return (
    <label htmlFor={htmlFor} className={labelHidden ? 'sr-only' : 'font-medium'}>
      {label}
      {required && (
        <span aria-hidden="true" className="text-clay-strong">
          {' *'}
        </span>
      )}
      {optional && <span className="font-normal text-ink-soft"> (opcional)</span>}
    </label>
  )
}

export function FieldHint({ id, children }: { id: string | undefined; children: ReactNode }) {
  return children ? (
    <p id={id} className="text-sm text-ink-soft">
      {children}
    </p>
  ) : null
}

export function FieldError({ id, error }: { id: string | undefined; error: string | undefined }) {
  return error ? (
    <p id={id} role="alert" className="flex gap-1.5 text-sm font-medium text-red">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{error}</span>
    </p>
  ) : null
}

/** The style of a text control. 16 px text keeps phones from zooming in. */
export const controlClass = classNames(
  'block w-full min-h-11 rounded-control border border-control bg-panel px-3.5 py-2 text-base text-ink transition-colors',
  // The message below a refused field is not behind the footer of a dialog.
  'scroll-mb-24',
  'placeholder:text-ink-soft hover:border-ink-soft',
  'focus-visible:outline-offset-0 focus-visible:border-focus',
  'aria-invalid:border-red aria-invalid:bg-red-soft',
  'disabled:cursor-not-allowed disabled:bg-sand disabled:text-ink-soft [&[readonly]]:bg-sand',
)
