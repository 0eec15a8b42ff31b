import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { afterCancelling } from '#contract/cancellation-sentences.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

import { refundIfCancelledNow } from '../cancellation-rule.ts'

export type CancelDialogProps = {
  appointment: Appointment
  open: boolean
  onClose: () => void
  onCancelled: () => void
  onBookAgain: (appointment: Appointment) => void
}

export function CancelDialog({ appointment, open, onClose, onCancelled, onBookAgain }: CancelDialogProps) {
  const { queries } = useApi()
  const cancellation = useMutation(queries.appointments.cancel.mutationOptions())
  const [reason, setReason] = useState('')
  const { professional, center, attendee, startsAt, discountCents } = appointment

  async function cancel() {
    const cancelled = await cancellation.mutateAsync({
      appointmentId: appointment.id,
      terms: appointment.terms,
      ...(reason.trim() && { reason: reason.trim() }),
    })
    toast({
      kind: 'success',
      title: 'Cita cancelada',
      description: `La hora quedó libre. ${afterCancelling(moneyOf(cancelled))}`,
      durationMs: 10_000,
      action: { label: 'Reservar de nuevo', onPress: () => onBookAgain(appointment) },
    })
    onCancelled()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`¿Cancelar la cita del ${formatLongMoment(startsAt)}?`}
      consequences={[
        `${professional.name} deja de esperar${attendee?.dependantId ? ` a ${attendee.name}` : 'te'}: avisamos a ${center.name} por correo.`,
        'La hora queda libre para otra persona.',
        refundIfCancelledNow(appointment.cancellation),
        ...(discountCents > 0 ? ['El descuento que usaste vuelve a quedar libre mientras siga vigente.'] : []),
        'No se puede deshacer; después podrías reservar de nuevo, si queda lugar.',
      ]}
      confirmLabel="Cancelar la cita"
      cancelLabel="Conservar la cita"
      danger
      onConfirm={cancel}
    >
      <TextArea
        label="Motivo"
        optional
        rows={2}
        maxLength={500}
        hint="Se guarda con la cita."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

function moneyOf({ cancellation: { refundPercentNow, isPaid } }: Appointment) {
  return { refundPercent: refundPercentNow, isPaid }
}
