import { useMutation } from '@tanstack/react-query'
import type { ReactNode, SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { deskMethod, deskMethods, paymentMethodLabels } from '#contract/payment-methods.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePatchAgenda } from '../api/refresh-agenda.ts'
import { attendeeName } from '../appointment-style.ts'
import { DeskDiscount, useDeskDiscount } from './desk-discount.tsx'
import { useMarkWithUndo } from './use-mark-with-undo.ts'

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

function descriptionOf(appointment: AgendaAppointment): ReactNode {
  const { service, discountCents, dueCents, payment } = appointment
  const lowered = discountCents > 0 ? ` Descuento: ${formatMoney(discountCents)}.` : ''
  const paid = payment ? ` Pagó ${formatMoney(payment.paidCents)}: faltan ${formatMoney(dueCents)}.` : ''
  return (
    <>
      <span translate="no">{attendeeName(appointment)}</span>
      {` · ${service.name}.${lowered}${paid}`}
    </>
  )
}

function useCollection({ centerId, appointment: current, onClose }: CollectDialogProps) {
  const { queries } = useApi()
  const collection = useMutation(
    queries.agenda.collect.mutationOptions({ onSuccess: usePatchAgenda(), meta: { refetch: 'background' } }),
  )
  const { undoMark } = useMarkWithUndo({ centerId })
  const { register, handleSubmit, setError, reset, resetField, formState } = useForm<
    z.input<typeof collectForm>,
    unknown,
    Collection
  >({
    resolver: formResolver(collectForm),
    defaultValues: { amountCents: pesosText(current.dueCents), method: deskMethods[0] },
  })
  const edited = useEdited(current, ({ dueCents }) =>
    reset({ amountCents: pesosText(dueCents), method: deskMethods[0] }, { keepDirtyValues: true }),
  )
  const appointment = edited.seen
  const { errors, isSubmitting } = formState
  const { choice, discount, leftCents, refetch } = useDeskDiscount({
    centerId,
    appointment,
    onLeftChange: (cents) => resetField('amountCents', { defaultValue: pesosText(cents) }),
  })
  const isCovered = leftCents === 0

  async function collect({ amountCents, method }: Collection) {
    let updated: AgendaAppointment
    try {
      const { id: appointmentId, version } = appointment
      const input = { centerId, appointmentId, version, amountCents, method, discount }
      updated = await collection.mutateAsync(input)
    } catch (error) {
      refetch(error)
      if (edited.noteRefusal(error)) return
      applyServerErrors({ setError }, error, { fields: ['amountCents', 'method'] })
      return
    }
    const dueText = updated.dueCents > 0 ? ` Faltan ${formatMoney(updated.dueCents)}.` : ''
    toast({
      kind: 'success',
      title: isCovered ? 'Descuento usado' : 'Cobro anotado',
      description: `${formatMoney(isCovered ? updated.discountCents : amountCents)} de ${attendeeName(appointment)}.${dueText}`,
      durationMs: 8000,
      action: { label: 'Deshacer', onPress: () => undoMark('undoCollection', updated) },
    })
    onClose()
  }

  function collectByDiscount(event: SyntheticEvent) {
    event.preventDefault()
    void collect({ amountCents: 0, method: deskMethods[0] })
  }

  return {
    appointment,
    edited,
    register,
    errors,
    isCollecting: isSubmitting || collection.isPending,
    choice,
    isCovered,
    submit: isCovered ? collectByDiscount : handleSubmit(collect),
  }
}

export function CollectDialog(props: CollectDialogProps) {
  const { open, onClose } = props
  const { choice, isCovered, ...collection } = useCollection(props)
  const { appointment, edited, register, errors, isCollecting, submit } = collection
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Cobrar"
      description={descriptionOf(appointment)}
      size="small"
      pending={isCollecting}
      error={formFault(errors)}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={isCovered ? 'Usar el descuento' : 'Anotar el cobro'}
      pendingLabel="Anotando…"
      cancelLabel="Volver"
      onSubmit={submit}
    >
      <DeskDiscount {...choice} disabled={isCollecting} />
      {isCovered && <p>El descuento cubre todo: no queda nada por cobrar.</p>}
      {!isCovered && (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
