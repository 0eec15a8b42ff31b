import { type ReactNode, use, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorTextContext } from './error-text.ts'
import { FormError } from './form-error.tsx'
import { focusTooLong } from './kept-text.tsx'
import { useDiscardQuestion } from './use-discard-question.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question: "¿Cancelar la hora del viernes?". */
  title: ReactNode
  /** What happens and to whom, one consequence per item. */
  consequences: readonly string[]
  /** The action's name, never "Aceptar": "Cancelar la hora". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** An action that may fail: the dialog stays open, shows the error and allows another attempt. */
  onConfirm: () => void | Promise<void>
  /** A field that the action needs, such as its reason. */
  children?: ReactNode
  confirmDisabled?: boolean
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  consequences,
  confirmLabel,
  cancelLabel = 'Volver',
  danger = false,
  onConfirm,
  children,
  confirmDisabled,
}: ConfirmDialogProps) {
  const errorText = use(ErrorTextContext)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const content = useRef<HTMLDivElement>(null)

  function close() {
    setError(undefined)
    onOpenChange(false)
  }
  const discard = useDiscardQuestion({ open, pending, onClose: close })

  async function confirm() {
    if (focusTooLong(content.current)) return
    setPending(true)
    setError(undefined)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && discard.requestClose()}
      onBack={discard.onBack}
      title={title}
      size="small"
      footer={
        discard.question || (
          <>
            <Button variant="secondary" onClick={close} disabled={pending} data-keeps={danger || undefined}>
              {cancelLabel}
            </Button>
            <Button
              variant={danger ? 'danger' : 'primary'}
              onClick={confirm}
              pending={pending}
              disabled={confirmDisabled}
            >
              {confirmLabel}
            </Button>
          </>
        )
      }
    >
      <div ref={content} onInput={({ target }) => isTyped(target) && discard.markTouched()} className="grid gap-4">
        {consequences.length === 1 ? (
          <p>{consequences[0]}</p>
        ) : (
          <ul className="grid list-disc gap-1.5 pl-5 marker:text-clay">
            {consequences.map((consequence) => (
              <li key={consequence} className="first-letter:uppercase">
                {consequence}
              </li>
            ))}
          </ul>
        )}
        {children}
        <FormError error={error} />
      </div>
    </Dialog>
  )
}

/** Only typed text is worth keeping: a choice is repeated with one press. */
const isTyped = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
