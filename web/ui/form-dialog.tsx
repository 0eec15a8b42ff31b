import { type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'

import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FormError } from './form-error.tsx'

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
  const { open } = dialog
  const [isTouched, setIsTouched] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (open) return
    setIsTouched(false)
    setIsAsking(false)
  }, [open])

  function requestClose() {
    if (pending) return
    if (!isTouched) onClose()
    // Esc pressed again goes back to the form.
    else setIsAsking(!isAsking)
  }

  return (
    <Dialog
      {...dialog}
      onOpenChange={(next) => !next && requestClose()}
      keepOpenOnOutsidePress
      footer={
        isAsking ? (
          <DiscardQuestion onStay={() => setIsAsking(false)} onDiscard={onClose} />
        ) : (
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
        onInput={() => setIsTouched(true)}
        onSubmit={(event) => void onSubmit(event)}
        className="grid gap-5 pb-1"
      >
        <FormError error={error} />
        {children}
      </form>
    </Dialog>
  )
}

function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <div role="alert" className="flex grow flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <p className="font-medium">¿Descartar lo que escribiste?</p>
      <div className="flex flex-col-reverse gap-2 sm:flex-row">
        <Button variant="secondary" onClick={onDiscard}>
          Descartar
        </Button>
        {/* The question took the place of the button that had the focus. */}
        <Button autoFocus onClick={onStay}>
          Seguir editando
        </Button>
      </div>
    </div>
  )
}
