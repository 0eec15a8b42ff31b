import { type KeyboardEvent, type ReactNode, type Ref, type SyntheticEvent, useId } from 'react'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-props.ts'
import { FormError } from './form-error.tsx'
import { isComposing } from './is-composing.ts'
import { useDiscardQuestion } from './use-discard-question.tsx'

export type FormDialogProps = Pick<
  DialogProps,
  'open' | 'title' | 'description' | 'size' | 'initialFocus' | 'finalFocus'
> & {
  onClose: () => void
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => unknown
  /** The request is under way, and the dialog cannot be closed. */
  pending: boolean
  closeAborts?: boolean
  /** Something was chosen in a way that fires no `input` event. */
  touched?: boolean
  /** An error that belongs to no field. */
  error: string | undefined
  /** Above the buttons, where it stays in view however long the form is. */
  notice?: ReactNode
  /** Beside the buttons: what the submit button sends. */
  summary?: ReactNode
  submitRef?: Ref<HTMLButtonElement>
  formRef?: Ref<HTMLFormElement>
  /** Undefined while there is nothing to send: then the dialog only closes. */
  submitLabel: string | undefined
  /** The form cannot be sent yet, for a reason outside its fields. */
  submitDisabled?: boolean
  /** Ctrl + Enter sends the form from each of its fields: Enter starts a new line in a text area. */
  submitOnCtrlEnter?: boolean
  pendingLabel?: string
  cancelLabel?: string
  /** Replaces closing as the action of the other button: a step back. */
  onCancel?: () => void
  children: ReactNode
}

/**
 * A form in a dialog: `onSubmit={handleSubmit(save)}`. A press outside never closes it; Esc and the cross ask first, once
 * something was typed. "Cancelar" closes it without asking.
 */
export function FormDialog({
  onClose,
  onSubmit,
  pending,
  closeAborts = false,
  touched = false,
  error,
  notice,
  summary,
  submitRef,
  formRef,
  submitLabel,
  submitDisabled,
  submitOnCtrlEnter = false,
  pendingLabel = 'Guardando…',
  cancelLabel = 'Cancelar',
  onCancel = onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId()
  const discard = useDiscardQuestion({ open: dialog.open, pending: pending && !closeAborts, touched, onClose })

  const onKeyDown = submitOnCtrlEnter && !submitDisabled && !pending ? sendOnCtrlEnter : undefined

  const buttons = (
    <>
      <Button variant="secondary" onClick={onCancel} disabled={pending && !closeAborts}>
        {cancelLabel}
      </Button>
      {submitLabel !== undefined && (
        <Button
          ref={submitRef}
          type="submit"
          form={formId}
          pending={pending}
          pendingLabel={pendingLabel}
          disabled={submitDisabled}
          onKeyDown={onKeyDown}
        >
          {submitLabel}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      {...dialog}
      onOpenChange={(next) => !next && discard.requestClose()}
      onBack={discard.onBack}
      keepOpenOnOutsidePress
      footer={
        discard.question ||
        (notice === undefined ? (
          buttons
        ) : (
          <div className="grid grow gap-3">
            {notice}
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap sm:justify-end">
              {summary}
              {buttons}
            </div>
          </div>
        ))
      }
    >
      <form
        ref={formRef}
        id={formId}
        noValidate
        onInput={discard.markTouched}
        onKeyDown={onKeyDown}
        onSubmit={(event) => void onSubmit(event)}
        className="grid gap-5 pb-1"
      >
        <FormError error={error} />
        {children}
      </form>
    </Dialog>
  )
}

/** On the form, and on its button, which is outside of it. */
function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement | HTMLButtonElement>): void {
  const { key, ctrlKey, metaKey, currentTarget } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing(event.nativeEvent)) return
  // Some browsers also press the button themselves.
  event.preventDefault()
  const form = currentTarget instanceof HTMLFormElement ? currentTarget : currentTarget.form
  form?.requestSubmit()
}
