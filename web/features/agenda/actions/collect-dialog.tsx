import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type AgendaAppointment, deskMethod, deskMethods, paymentMethodLabels } from '#contract/agenda.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { useCollectPayment } from '../api/collect-payment.ts'
import { attendeeName } from '../appointment-style.ts'
import { useMarkWithUndo } from './use-mark-with-undo.ts'

/** The largest single payment, in cents. */
const maxCents = 100_000_000
const collectForm = z.object({
  amountCents: z
    .string()
    .transform((text) => typedMoney(text) ?? 0)
    .refine((cents) => cents >= 1 && cents <= maxCents, 'Escribe el importe en pesos, por ejemplo 1250'),
  method: deskMethod,
})
type Collection = z.output<typeof collectForm>

export type CollectDialogProps = {
  centerId: string
  appointment: AgendaAppointment
  open: boolean
  onClose: () => void
}

/** What is due, beside what was paid before. */
function descriptionOf(appointment: AgendaAppointment): string {
  const { service, dueCents, payment } = appointment
  const paid = payment ? ` Pagó ${formatMoney(payment.paidCents)}: faltan ${formatMoney(dueCents)}.` : ''
  return `${attendeeName(appointment)} · ${service.name}.${paid}`
}

/** Records a payment at the centre, all that is due or a part: the amount and the method. */
export function CollectDialog({ centerId, appointment, open, onClose }: CollectDialogProps) {
  const collection = useCollectPayment()
  const { undoMark } = useMarkWithUndo({ centerId })
  const { register, handleSubmit, setError, formState } = useForm<z.input<typeof collectForm>, unknown, Collection>({
    resolver: formResolver(collectForm),
    defaultValues: { amountCents: pesosText(appointment.dueCents), method: deskMethods[0] },
  })
  const { errors, isSubmitting } = formState

  async function collect({ amountCents, method }: Collection) {
    let changed: AgendaAppointment
    try {
      changed = await collection.mutateAsync({ centerId, appointmentId: appointment.id, amountCents, method })
    } catch (error) {
      applyServerErrors({ setError }, error, { fields: ['amountCents', 'method'] })
      return
    }
    const rest = changed.dueCents > 0 ? ` Faltan ${formatMoney(changed.dueCents)}.` : ''
    toast({
      kind: 'success',
      title: 'Cobro anotado',
      description: `${formatMoney(amountCents)} de ${attendeeName(appointment)}.${rest}`,
      durationMs: 8000,
      action: { label: 'Deshacer', onPress: () => undoMark('undoCollection', changed) },
    })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Cobrar"
      description={descriptionOf(appointment)}
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
        options={deskMethods.map((each) => ({ value: each, label: paymentMethodLabels[each] }))}
      />
    </FormDialog>
  )
}
