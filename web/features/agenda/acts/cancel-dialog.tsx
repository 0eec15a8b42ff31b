import { useState } from 'react'

import type { AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment } from '#web/platform/local-days.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { untoldText, whoComes } from '../appointment-look.ts'
import { useAgendaPatch, useAgendaRefresh } from '../use-agenda.ts'
import { isReason, ReasonField } from './reason-field.tsx'

export type CancelDialogProps = {
  centerId: string
  appointment: AgendaAppointment
  open: boolean
  onClose: () => void
}

/** Calls an appointment off from the centre's side, which costs the patient nothing. */
export function CancelDialog({ centerId, appointment, open, onClose }: CancelDialogProps) {
  const { api } = useApi()
  const patch = useAgendaPatch({ centerId })
  const refresh = useAgendaRefresh({ centerId })
  const [reason, setReason] = useState('')
  const { person } = appointment

  async function cancel() {
    let isTold: boolean
    try {
      const { told, ...cancelled } = await api.agenda.cancel({
        centerId,
        appointmentId: appointment.id,
        reason: reason.trim(),
      })
      patch(cancelled)
      isTold = told
    } catch (error) {
      void refresh()
      throw error
    }
    toast({
      kind: 'success',
      title: 'Cita cancelada',
      description: `${whoComes(appointment)}, ${formatLongMoment(appointment.startsAt)}. ${isTold ? 'La hora quedó libre.' : untoldText(appointment)}`,
      ...(!isTold && { durationMs: 15_000 }),
    })
    await refresh()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`¿Cancelar la cita de ${whoComes(appointment)}?`}
      consequences={[
        `Era el ${formatLongMoment(appointment.startsAt)}. La hora queda libre.`,
        ...(person?.kind === 'patient'
          ? [
              `Le avisamos a ${person.guardianName ?? person.name} con el motivo que escribas.`,
              appointment.bookedBy === 'patient'
                ? 'Como cancela el centro, se le devuelve todo lo que haya pagado y recibe 100 puntos, una vez por día.'
                : 'Como cancela el centro, se le devuelve todo lo que haya pagado.',
            ]
          : [
              'Le avisamos por correo, si dejó uno. Si no, llámale: no tiene cuenta en Senda.',
              'Como cancela el centro, se le devuelve todo lo que haya pagado.',
            ]),
        'No se puede deshacer.',
      ]}
      confirmLabel="Cancelar la cita"
      cancelLabel="Conservar la cita"
      danger
      confirmDisabled={!isReason(reason)}
      onConfirm={cancel}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
