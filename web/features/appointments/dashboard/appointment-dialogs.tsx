import { useRouter } from '@tanstack/react-router'

import type { useAct } from './appointment-act.ts'
import { bookAgainHref } from './book-again.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'

export type AppointmentDialogsProps = {
  act: ReturnType<typeof useAct>
  /** The button that opened the dialog may be gone with what it changed. */
  onChanged: () => void
}

/** Outside the lists, so that a dialog outlives the row that it was opened from. */
export function AppointmentDialogs({ act, onChanged }: AppointmentDialogsProps) {
  const router = useRouter()
  const { appointment, isOpen, show, close } = act
  if (!appointment) return null
  const common = { appointment, onClose: close }
  // What was typed or chosen about one appointment says nothing about another.
  return (
    <div key={appointment.id}>
      <DetailsDialog {...common} open={isOpen('details')} onAct={show} />
      <MoveDialog key={appointment.startsAt} {...common} open={isOpen('move')} onMoved={onChanged} />
      <CancelDialog
        {...common}
        open={isOpen('cancel')}
        onCancelled={onChanged}
        onBookAgain={(cancelled) => router.history.push(bookAgainHref(cancelled))}
      />
      <ReviewDialog {...common} open={isOpen('review')} onReviewed={onChanged} />
    </div>
  )
}
