import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { afterCancelling } from '#contract/cancellation-sentences.ts'
import { hasOneName } from '#contract/center-words.ts'
import { PayDialog } from '#web/features/checkouts/pay-dialog.tsx'
import { OwnRecordDialog } from '#web/features/clinical-records/own-record-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { namedCenter } from '../appointment-facts.ts'
import { CancelDialog } from '../cancel-dialog.tsx'
import { refundIfCancelledNow } from '../cancellation-rule.ts'
import { notRefundedWords, objectionWords, paidWords, type useActionDialog } from './appointment-action.ts'
import { bookAgainHref } from './book-again.tsx'
import { CalendarDialog } from './calendar-dialog.tsx'
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
  const { appointment: opened, refusal, key, isOpen, isAnyOpen, show, close } = dialog
  const appointment = useLatest(opened, isAnyOpen)
  if (!opened || !appointment) return null
  const common = { appointment, onClose: close }
  // A key with the number of the opening discards what was typed before it.
  return (
    <div key={appointment.id}>
      <DetailsDialog {...common} refusal={refusal} open={isOpen('details')} onAction={show} />
      <CalendarDialog {...common} open={isOpen('calendar')} />
      <MoveDialog key={`move ${key}`} {...common} open={isOpen('move')} onMoved={onChanged} />
      <OwnCancelDialog
        key={`cancel ${key}`}
        {...common}
        open={isOpen('cancel')}
        onCancelled={onChanged}
        onBookAgain={(cancelled) => router.history.push(bookAgainHref(cancelled))}
      />
      <OwnRecordDialog appointmentId={appointment.id} open={isOpen('record')} onClose={close} />
      <PayDialog
        target={{ appointmentId: appointment.id }}
        thing={{
          kind: appointment.deposit?.isDue ? 'deposit' : 'appointment',
          centerId: appointment.center.id,
          place: appointment.place,
        }}
        open={isOpen('pay')}
        onClose={close}
        onPaid={onChanged}
      />
      <ObjectDialog key={`object ${key}`} {...common} open={isOpen('object')} onObjected={onChanged} />
      <ObjectDialog
        key={`sayPaid ${key}`}
        {...common}
        about="undone_payment"
        open={isOpen('sayPaid')}
        onObjected={onChanged}
      />
      <ObjectDialog
        key={`sayNotRefunded ${key}`}
        {...common}
        about="refund"
        open={isOpen('sayNotRefunded')}
        onObjected={onChanged}
      />
      <ReviewDialog key={`review ${key}`} {...common} open={isOpen('review')} onReviewed={onChanged} />
    </div>
  )
}

/** The appointment and its terms as they are now: while a dialog is open, it is refetched after each change. */
function useLatest(opened: Appointment | undefined, isShown: boolean): Appointment | undefined {
  const { queries } = useApi()
  const { data = opened } = useQuery({
    ...queries.appointments.get.queryOptions({ input: { appointmentId: opened?.id ?? '' } }),
    enabled: isShown && opened !== undefined,
  })
  return data
}

type OwnCancelDialogProps = {
  appointment: Appointment
  open: boolean
  onClose: () => void
  onCancelled: () => void
  onBookAgain: (appointment: Appointment) => void
}

function OwnCancelDialog({ appointment, open, onClose, onCancelled, onBookAgain }: OwnCancelDialogProps) {
  const { queries } = useApi()
  const cancellation = useMutation(queries.appointments.cancel.mutationOptions())
  const { id: appointmentId, terms, professional, center, attendee, startsAt, discountCents } = appointment

  async function cancel(reason: string) {
    const cancelled = await cancellation.mutateAsync({ appointmentId, terms, ...(reason && { reason }) })
    onCancelled()
    const { refundPercentNow, isPaid, isByPackage } = cancelled.cancellation
    return {
      description: `La hora quedó libre. ${afterCancelling({ refundPercent: refundPercentNow, isPaid, isByPackage })}`,
      durationMs: 10_000,
      ...(appointment.can.bookAgain && {
        action: { label: 'Reservar de nuevo', onPress: () => onBookAgain(appointment) },
      }),
    }
  }

  return (
    <CancelDialog
      open={open}
      onClose={onClose}
      title={`¿Cancelar la cita del ${formatLongMoment(startsAt)}?`}
      consequences={[
        `${professional.name} deja de esperar${attendee?.dependantId ? ` a ${attendee.name}` : 'te'}: ${hasOneName(namedCenter(appointment)) ? 'le avisamos' : `avisamos a ${center.name}`} por correo.`,
        'La hora queda libre para otra persona.',
        refundIfCancelledNow(appointment.cancellation),
        // What a package pays for is said in the line before.
        ...(discountCents > 0 && !appointment.isByPackage
          ? ['El descuento que usaste vuelve a quedar libre mientras siga vigente.']
          : []),
        'No se puede deshacer; después podrías reservar de nuevo, si queda lugar.',
      ]}
      reason="optional"
      onCancel={cancel}
    />
  )
}

type ObjectDialogProps = {
  appointment: Appointment
  /** The payment that the centre undid, or the refund of a cancelled appointment; otherwise what `objectionKind` says. */
  about?: 'undone_payment' | 'refund'
  open: boolean
  onClose: () => void
  onObjected: () => void
}

/** The patient says that the centre recorded the appointment wrongly, as a no-show, or the money: a payment that it undid, or a refund. */
function ObjectDialog({ appointment, about, open, onClose, onObjected }: ObjectDialogProps) {
  const [comment, setComment] = useState('')
  const { queries } = useApi()
  const objection = useMutation(queries.appointments.object.mutationOptions())
  const { center, professional, startsAt } = appointment
  const { words, objectUntil } = objectionAbout(appointment, about)

  async function object() {
    await objection.mutateAsync({
      appointmentId: appointment.id,
      comment: comment.trim(),
      ...(about && { kind: about }),
    })
    toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Nuestro equipo lo revisa y te responde.' })
    onObjected()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={words.question}
      consequences={[
        `${formatLongMoment(startsAt)}, con ${professional.name}. ${hasOneName(namedCenter(appointment)) ? 'Anotó' : `${center.name} anotó`} que ${words.recorded}.`,
        'Nuestro equipo lo revisa con el centro, decide y les avisa a los dos.',
        `Si te da la razón, ${words.outcome}`,
        ...(objectUntil === null ? [] : [`Puedes decirlo hasta el ${formatLongMoment(objectUntil)}.`]),
      ]}
      confirmLabel={words.label}
      onConfirm={object}
    >
      <TextArea
        label="¿Quieres contarnos algo?"
        hint="Lo lee nuestro equipo."
        optional
        rows={3}
        maxLength={1000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

function objectionAbout(appointment: Appointment, about: ObjectDialogProps['about']) {
  const { undonePayment, cancelledRefund, objectUntil } = appointment
  if (about === 'undone_payment') return { words: paidWords, objectUntil: undonePayment?.objectUntil ?? null }
  if (about === 'refund') return { words: notRefundedWords, objectUntil: cancelledRefund?.objectUntil ?? null }
  return { words: objectionWords(appointment), objectUntil }
}
