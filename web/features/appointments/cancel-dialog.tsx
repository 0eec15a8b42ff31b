import { type ReactNode, useState } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from '#web/ui/confirm-dialog.tsx'
import { type ToastOptions, toast } from '#web/ui/toast.ts'

import { isReason, ReasonField } from './reason-field.tsx'

const cancelling = { confirm: 'Cancelar la cita', keep: 'Conservar la cita', done: 'Cita cancelada' }

export type CancelDialogProps = Pick<ConfirmDialogProps, 'open' | 'title' | 'consequences'> & {
  onClose: () => void
  words?: typeof cancelling
  /** Whether the reason may be left out; undefined: it is not asked for. */
  reason: 'optional' | 'required' | undefined
  /** Whether what the cancellation costs is known. */
  ready?: boolean
  /** @returns the rest of the toast */
  onCancel: (reason: string) => Promise<Omit<ToastOptions, 'kind' | 'title'>>
  children?: ReactNode
}

/** Asks before an appointment is cancelled. Each role says what that costs, and whether it needs a reason. */
export function CancelDialog(props: CancelDialogProps) {
  const { onClose, words = cancelling, reason: need, ready = true, onCancel, children, ...dialog } = props
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      {...dialog}
      onOpenChange={(next) => !next && onClose()}
      confirmLabel={words.confirm}
      cancelLabel={words.keep}
      danger
      confirmDisabled={!ready || (need === 'required' && !isReason(reason))}
      onConfirm={async () => void toast({ kind: 'success', title: words.done, ...(await onCancel(reason.trim())) })}
    >
      {children}
      {need && <ReasonField optional={need === 'optional'} value={reason} onChange={setReason} />}
    </ConfirmDialog>
  )
}
