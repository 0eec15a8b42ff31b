import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePatchAgenda } from '../api/refresh-agenda.ts'

import { attendeeName, notNotifiedText } from '../appointment-style.ts'
import { type Canceller, cancellationWords } from './cancellation-words.ts'
import { isReason, ReasonField } from './reason-field.tsx'

export type CancelDialogProps = {
  centerId: string
  appointment: AgendaAppointment
  open: boolean
  onClose: () => void
}

/** Cancels an appointment. The refund depends on who cancels; the dialog shows it before the confirmation. */
export function CancelDialog({ centerId, appointment, open, onClose }: CancelDialogProps) {
  const { queries } = useApi()
  const cancellation = useMutation(queries.agenda.cancel.mutationOptions({ onSuccess: usePatchAgenda() }))
  const [by, setBy] = useState<Canceller>()
  const [reason, setReason] = useState('')
  const target = { centerId, appointmentId: appointment.id }
  const choices = useQuery({
    ...queries.agenda.cancellation.queryOptions({ input: target }),
    enabled: open,
    gcTime: 0,
  })

  async function cancel() {
    const terms = by && choices.data?.[by === 'patient' ? 'byPatient' : 'byCenter']?.terms
    if (!by || !terms) return
    const { notified } = await cancellation.mutateAsync({ ...target, by, terms, reason: reason.trim() })
    const mustCall = !notified && by === 'center'
    toast({
      kind: 'success',
      title: 'Cita cancelada',
      description: `${attendeeName(appointment)}, ${formatLongMoment(appointment.startsAt)}. ${mustCall ? notNotifiedText(appointment) : 'La hora quedó libre.'}`,
      ...(mustCall && { durationMs: 15_000 }),
    })
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={
        <>
          ¿Cancelar la cita de <span translate="no">{attendeeName(appointment)}</span>?
        </>
      }
      consequences={[
        `Es el ${formatLongMoment(appointment.startsAt)}. La hora queda libre.`,
        ...(by && choices.data
          ? cancellationWords({ by, appointment, choices: choices.data })
          : [choices.error ? errorMessage(choices.error) : 'Elige quién cancela: de eso depende lo que se devuelve.']),
      ]}
      confirmLabel="Cancelar la cita"
      cancelLabel="Conservar la cita"
      danger
      confirmDisabled={!by || !choices.data || (by === 'center' && !isReason(reason))}
      onConfirm={cancel}
    >
      <div className="grid gap-4">
        <RadioCards
          legend="Quién cancela"
          name="cancelled-by"
          columns={2}
          value={by ?? ''}
          onChange={({ currentTarget }) => setBy(currentTarget.value === 'patient' ? 'patient' : 'center')}
          options={[
            {
              value: 'patient',
              label: 'El paciente',
              disabled: choices.data?.byPatient === null,
              description:
                choices.data?.byPatient === null ? 'Ya empezó: si no vino, marca «No asistió»' : 'Pidió cancelar',
            },
            { value: 'center', label: 'El centro', description: 'No puede atender' },
          ]}
        />
        {by === 'center' && <ReasonField value={reason} onChange={setReason} />}
      </div>
    </ConfirmDialog>
  )
}
