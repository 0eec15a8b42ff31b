import { type ReactNode, type SyntheticEvent, useId } from 'react'

import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FormError } from './form-error.tsx'
import { useDiscardQuestion } from './use-discard-question.tsx'

export type FormDialogProps = Pick<DialogProps, 'open' | 'title' | 'description' | 'size' | 'initialFocus'> & {
  onClose: () => void
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => unknown
  /** While it is sent nothing closes it. */
  pending: boolean
  /** What failed that belongs to no field. */
  error: string | undefined
  submitLabel: string
  /** What the form needs besides its fields is still missing. */
  submitDisabled?: boolean
  pendingLabel?: string
  cancelLabel?: string | undefined
  /** What the other button does where it doesn't close: a step back. */
  onCancel?: (() => void) | undefined
  /** The fields, one under another. */
  children: ReactNode
}

/**
 * A form in a dialog: `onSubmit={handleSubmit(save)}`. A press outside never closes it; Esc and the cross ask first, once
 * something was typed. "Cancelar" says what it does and asks nothing.
 */
export function FormDialog({
  onClose,
  onSubmit,
  pending,
  error,
  submitLabel,
  submitDisabled,
  pendingLabel = 'Guardando…',
  cancelLabel = 'Cancelar',
  onCancel = onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId()
  const discard = useDiscardQuestion({ open: dialog.open, pending, onClose })

  return (
    <Dialog
      {...dialog}
      onOpenChange={(next) => !next && discard.requestClose()}
      keepOpenOnOutsidePress
      footer={
        discard.question || (
          <>
            <Button variant="secondary" onClick={onCancel} disabled={pending}>
              {cancelLabel}
            </Button>
            <Button type="submit" form={formId} pending={pending} pendingLabel={pendingLabel} disabled={submitDisabled}>
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        noValidate
        onInput={discard.markTouched}
        onSubmit={(event) => void onSubmit(event)}
        className="grid gap-5 pb-1"
      >
        <FormError error={error} />
        {children}
      </form>
    </Dialog>
  )
}
