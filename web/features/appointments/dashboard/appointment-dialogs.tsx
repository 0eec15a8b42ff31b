import { useRouter } from '@tanstack/react-router'
import { PayDialog } from '#web/features/checkouts/pay-dialog.tsx'
import { OwnRecordDialog } from '#web/features/clinical-records/own-record-dialog.tsx'

import type { useActionDialog } from './appointment-action.ts'
import { bookAgainHref } from './book-again.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'

export type AppointmentDialogsProps = {
  dialog: ReturnType<typeof useActionDialog>
  /** Called after a change, which may have removed the button that opened the dialog. */
  onChanged: () => void
}

/** The dialogs about an appointment, outside the lists: a dialog outlives the row that it was opened from. */
export function AppointmentDialogs({ dialog, onChanged }: AppointmentDialogsProps) {
  const router = useRouter()
  const { appointment, isOpen, show, close } = dialog
  if (!appointment) return null
  const common = { appointment, onClose: close }
  // The key discards the values typed for another appointment.
  return (
    <div key={appointment.id}>
      <DetailsDialog {...common} open={isOpen('details')} onAction={show} />
      <MoveDialog key={appointment.startsAt} {...common} open={isOpen('move')} onMoved={onChanged} />
      <CancelDialog
        {...common}
        open={isOpen('cancel')}
        onCancelled={onChanged}
        onBookAgain={(cancelled) => router.history.push(bookAgainHref(cancelled))}
      />
      <OwnRecordDialog appointmentId={appointment.id} open={isOpen('record')} onClose={close} />
      <PayDialog target={{ appointmentId: appointment.id }} open={isOpen('pay')} onClose={close} onPaid={onChanged} />
      <ReviewDialog {...common} open={isOpen('review')} onReviewed={onChanged} />
    </div>
  )
}
