import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { CancelDialog } from '#web/features/appointments/cancel-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { usePatchAgenda } from '../api/refresh-agenda.ts'

import { attendeeName, notNotifiedText } from '../appointment-style.ts'
import { ChangeResult } from '../series/change-result.tsx'
import { cancelledTitle } from '../series/change-words.ts'
import { SeriesScopeField } from '../series/scope-field.tsx'
import { useSeriesCancellation } from '../series/use-series-cancellation.ts'
import { type Canceller, cancellationWords } from './cancellation-words.ts'

const rejecting = { confirm: 'Rechazar el pedido', keep: 'Volver', done: 'Pedido rechazado' }

export type DeskCancelDialogProps = {
  centerId: string
  appointment: AgendaAppointment
  /** The centre rejects a request, instead of noting who cancels. */
  rejects?: boolean
  open: boolean
  onClose: () => void
}

/** Cancels an appointment at the desk. The refund depends on who cancels; the dialog shows it before the confirmation. */
export function DeskCancelDialog({ centerId, appointment, rejects = false, open, onClose }: DeskCancelDialogProps) {
  const { queries } = useApi()
  const cancellation = useMutation(queries.agenda.cancel.mutationOptions({ onSuccess: usePatchAgenda() }))
  const [by, setBy] = useState<Canceller | undefined>(rejects ? 'center' : undefined)
  const name = attendeeName(appointment)
  const when = formatLongMoment(appointment.startsAt)
  const target = { centerId, appointmentId: appointment.id }
  const series = useSeriesCancellation({ centerId, appointment, by, open })
  const choices = useQuery({
    ...queries.agenda.cancellation.queryOptions({ input: target }),
    enabled: open && !series.result,
    gcTime: 0,
  })
  const chosen = by && choices.data?.[by === 'patient' ? 'byPatient' : 'byCenter']
  const waiting = rejects ? 'Buscando qué se le devuelve…' : 'Elige quién cancela: de eso depende lo que se devuelve.'

  async function cancel(reason: string) {
    if (series.isOn) return series.cancel(reason)
    if (!by || !chosen) throw new Error('No terms are known for this canceller.')
    const { notified } = await cancellation.mutateAsync({ ...target, by, terms: chosen.terms, reason })
    const mustCall = !notified && by === 'center'
    return {
      description: `${name}, ${when}. ${mustCall ? notNotifiedText(appointment) : 'La hora quedó libre.'}`,
      ...(mustCall && { durationMs: 15_000 }),
    }
  }

  if (series.result) {
    return (
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        title={cancelledTitle(series.result.changed)}
        size="small"
        footer={<Button onClick={onClose}>Listo</Button>}
      >
        <ChangeResult centerId={centerId} change={series.result} />
      </Dialog>
    )
  }
  return (
    <CancelDialog
      open={open}
      onClose={() => !series.mustBeRead.current && onClose()}
      {...(rejects && { words: rejecting })}
      {...(series.isOn && { words: series.words })}
      title={
        <>
          {rejects ? '¿Rechazar el pedido de ' : series.isOn ? '¿Cancelar las citas de ' : '¿Cancelar la cita de '}
          <span translate="no">{name}</span>?
        </>
      }
      consequences={
        series.isOn
          ? series.consequences(waiting)
          : [
              `${rejects ? 'Pidió' : 'Es'} el ${when}. La hora queda libre.`,
              ...(by && choices.data
                ? cancellationWords({ by, appointment, choices: choices.data })
                : [choices.error ? errorMessage(choices.error) : waiting]),
            ]
      }
      reason={by === 'center' ? 'required' : undefined}
      ready={series.isOn ? series.isReady : Boolean(chosen)}
      onCancel={cancel}
    >
      {!rejects && appointment.series && (
        <SeriesScopeField
          series={appointment.series}
          legend="Qué citas de la serie"
          value={series.scope}
          onChange={series.setScope}
        />
      )}
      {!rejects && (
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
            { value: 'center', label: 'Nosotros', description: 'No podemos atender' },
          ]}
        />
      )}
    </CancelDialog>
  )
}
