import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { brand } from '#contract/brand.ts'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePatchAgenda } from '../api/refresh-agenda.ts'

import { attendeeName } from '../appointment-style.ts'
import type { CollectDialogProps } from './collect-dialog.tsx'

type Part = NonNullable<AgendaAppointment['payment']>['parts'][number]

const refundableCents = ({ amountCents, refundCents }: Part) => amountCents - refundCents

/** The amount must not exceed what is left of the chosen payment. */
function refundFormOf(parts: readonly Part[]) {
  return z
    .object({
      payment: z.string(),
      amountCents: z.string().transform((text) => typedMoney(text) ?? 0),
      reason: z.string().trim().min(3, 'Escribe el motivo: se lo contamos al paciente').max(500),
    })
    .superRefine(({ payment, amountCents }, context) => {
      const part = parts.find(({ paymentId }) => String(paymentId) === payment)
      if (part && amountCents >= 1 && amountCents <= refundableCents(part)) return
      const limitText = part ? ` Quedan ${formatMoney(refundableCents(part))} por devolver.` : ''
      const message = `Escribe el importe en pesos, por ejemplo 1250.${amountCents > 0 ? limitText : ''}`
      context.addIssue({ code: 'custom', path: ['amountCents'], message })
    })
}

export function RefundDialog({ centerId, appointment, open, onClose }: CollectDialogProps) {
  const { parts, part, register, errors, isSubmitting, onSubmit } = useRefundForm({ centerId, appointment, onClose })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Devolver un pago"
      description={
        <>
          <span translate="no">{attendeeName(appointment)}</span>
          {` · ${appointment.service.name}.`}
        </>
      }
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Devolver"
      pendingLabel="Devolviendo…"
      cancelLabel="Volver"
      onSubmit={onSubmit}
    >
      {parts.length > 1 && (
        <RadioCards
          {...register('payment')}
          error={errors.payment?.message}
          legend="Qué pago"
          options={parts.map((each) => ({
            value: String(each.paymentId),
            label: `${paymentMethodLabels[each.method]}: ${formatMoney(refundableCents(each))}`,
          }))}
        />
      )}
      <TextField
        {...register('amountCents')}
        label="Importe"
        hint={part && `Hasta ${formatMoney(refundableCents(part))}.`}
        required
        inputMode="decimal"
        autoComplete="off"
        leading="$"
        maxLength={12}
        error={errors.amountCents?.message}
      />
      <TextArea
        {...register('reason')}
        label="Motivo"
        hint="Se lo contamos al paciente."
        required
        rows={2}
        maxLength={500}
        error={errors.reason?.message}
      />
      <Consequences isOnline={part?.method === 'online'} />
    </FormDialog>
  )
}

function Consequences({ isOnline }: { isOnline: boolean }) {
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm text-ink-soft">
      <li>
        {isOnline
          ? 'Vuelve por el mismo medio con el que pagó.'
          : 'Sale de la caja de hoy: devuélveselo antes de anotarlo.'}
      </li>
      <li>La comisión de {brand.name} baja en la misma proporción, si todavía no se liquidó.</li>
      <li>Si devuelves todo, se restan los puntos que ganó con esta consulta, aunque ya los haya usado.</li>
    </ul>
  )
}

function useRefundForm({ centerId, appointment, onClose }: Omit<CollectDialogProps, 'open'>) {
  const parts = (appointment.payment?.parts ?? []).filter((part) => refundableCents(part) > 0)
  const refundForm = refundFormOf(parts)
  type Fields = z.input<typeof refundForm>
  type Refund = z.output<typeof refundForm>
  const { queries } = useApi()
  const refundPayment = useMutation(
    queries.agenda.refund.mutationOptions({ onSuccess: usePatchAgenda(), meta: { refetch: 'background' } }),
  )
  const { register, control, handleSubmit, setError, formState } = useForm<Fields, unknown, Refund>({
    resolver: formResolver(refundForm),
    defaultValues: {
      payment: String(parts[0]?.paymentId ?? ''),
      amountCents: parts[0] ? pesosText(refundableCents(parts[0])) : '',
      reason: '',
    },
  })
  const chosenId = useWatch({ control, name: 'payment' })
  const part = parts.find(({ paymentId }) => String(paymentId) === chosenId)

  async function refund({ amountCents, reason }: Refund) {
    if (!part) return
    const { paymentId, refundCents: refundedCents, method } = part
    const request = { centerId, appointmentId: appointment.id, paymentId, amountCents, refundedCents, reason }
    try {
      await refundPayment.mutateAsync(request)
    } catch (error) {
      applyServerErrors({ setError }, error, {
        fields: ['amountCents', 'reason'],
        renamed: { paymentId: 'payment', refundedCents: 'amountCents' },
      })
      return
    }
    toast({
      kind: 'success',
      title: method === 'online' ? 'Devolución pedida' : 'Devolución anotada',
      description: `${formatMoney(amountCents)} a ${attendeeName(appointment)}.`,
    })
    onClose()
  }

  const { errors, isSubmitting } = formState
  return { parts, part, register, errors, isSubmitting, onSubmit: handleSubmit(refund) }
}
