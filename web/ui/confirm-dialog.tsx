import { type ReactNode, use, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorTextContext } from './error-text.ts'
import { FormError } from './form-error.tsx'
import { useDiscardQuestion } from './use-discard-question.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question: "¿Cancelar la hora del viernes?". */
  title: string
  /** What will happen and to whom, one consequence a line. */
  consequences: readonly string[]
  /** The act itself, never "Aceptar": "Cancelar la hora". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Work that may fail: it stays open, says what failed and lets the person try again. */
  onConfirm: () => void | Promise<void>
  /** A field that the act needs, such as its reason. */
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

  function close() {
    setError(undefined)
    onOpenChange(false)
  }
  const discard = useDiscardQuestion({ open, pending, onClose: close })

  async function confirm() {
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
      title={title}
      size="small"
      footer={
        discard.question || (
          <>
            <Button variant="secondary" onClick={close} disabled={pending}>
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
      <div onInput={({ target }) => isTyped(target) && discard.markTouched()} className="grid gap-4">
        {consequences.length === 1 ? (
          <p>{consequences[0]}</p>
        ) : (
          <ul className="grid list-disc gap-1.5 pl-5 marker:text-clay">
            {consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        )}
        {children}
        <FormError error={error} />
      </div>
    </Dialog>
  )
}

/** A choice is made again with one press; a reason is typed. */
const isTyped = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
