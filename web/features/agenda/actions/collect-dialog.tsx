import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type AgendaAppointment, deskMethod, deskMethodLabels, deskMethods } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { whoComes } from '../appointment-style.ts'
import { useAgendaPatch, useAgendaRefresh } from '../use-agenda.ts'
import { useAppointmentAct } from './use-appointment-act.ts'

/** What can be collected at once, in cents. */
const most = 100_000_000
const collection = z.object({
  amountCents: z
    .string()
    .transform((text) => typedMoney(text) ?? 0)
    .refine((cents) => cents >= 1 && cents <= most, 'Escribe el importe en pesos, por ejemplo 1250'),
  method: deskMethod,
})
type Collection = z.output<typeof collection>

export type CollectDialogProps = {
  centerId: string
  appointment: AgendaAppointment
  open: boolean
  onClose: () => void
}

/** «Cobrado en el centro»: how much, and with what. */
export function CollectDialog({ centerId, appointment, open, onClose }: CollectDialogProps) {
  const { api } = useApi()
  const patch = useAgendaPatch({ centerId })
  const refresh = useAgendaRefresh({ centerId })
  const undo = useAppointmentAct({ centerId })
  const { register, handleSubmit, setError, formState } = useForm<z.input<typeof collection>, unknown, Collection>({
    resolver: formResolver(collection),
    defaultValues: { amountCents: pesosText(appointment.priceCents), method: deskMethods[0] },
  })
  const { errors, isSubmitting } = formState

  async function collect({ amountCents, method }: Collection) {
    let changed: AgendaAppointment
    try {
      changed = await api.agenda.collect({ centerId, appointmentId: appointment.id, amountCents, method })
    } catch (error) {
      applyServerErrors({ setError }, error, { fields: ['amountCents', 'method'] })
      void refresh()
      return
    }
    patch(changed)
    void refresh()
    toast({
      kind: 'success',
      title: 'Cobro anotado',
      description: `${formatMoney(amountCents)} de ${whoComes(appointment)}.`,
      durationMs: 8000,
      action: { label: 'Deshacer', onPress: () => undo.mutate({ act: 'undoCollection', appointment: changed }) },
    })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Cobrar"
      description={`${whoComes(appointment)} · ${appointment.service.name}`}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Anotar el cobro"
      pendingLabel="Anotando…"
      cancelLabel="Volver"
      onSubmit={handleSubmit(collect)}
    >
      <TextField
        {...register('amountCents')}
        label="Importe"
        required
        inputMode="decimal"
        autoComplete="off"
        leading="$"
        maxLength={12}
        error={errors.amountCents?.message}
      />
      <RadioCards
        {...register('method')}
        error={errors.method?.message}
        legend="Con qué paga"
        options={deskMethods.map((each) => ({ value: each, label: deskMethodLabels[each] }))}
      />
    </FormDialog>
  )
}
