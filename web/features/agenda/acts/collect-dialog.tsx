import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'

import { type AgendaAppointment, deskMethods } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { methodLabels } from '#web/platform/method-labels.ts'
import { centsOf, pesosText } from '#web/platform/pesos.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { whoComes } from '../appointment-look.ts'
import { useAgendaPatch, useAgendaRefresh } from '../use-agenda.ts'
import { useAppointmentAct } from './use-appointment-act.ts'

export type CollectDialogProps = {
  centerId: string
  appointment: AgendaAppointment
  isOpen: boolean
  onClose: () => void
}

/** «Cobrado en el centro»: how much, and with what. */
export function CollectDialog({ centerId, appointment, isOpen, onClose }: CollectDialogProps) {
  const { api } = useApi()
  const formId = useId()
  const patch = useAgendaPatch({ centerId })
  const refresh = useAgendaRefresh({ centerId })
  const undo = useAppointmentAct({ centerId })
  const [amount, setAmount] = useState(() => pesosText(appointment.priceCents))
  const [method, setMethod] = useState<string>(deskMethods[0])
  const [error, setError] = useState<string>()

  const collect = useMutation({
    mutationFn: (amountCents: number) =>
      api.agenda.collect({
        centerId,
        appointmentId: appointment.id,
        amountCents,
        method: deskMethods.find((each) => each === method) ?? 'efectivo',
      }),
    onSuccess: (changed, amountCents) => {
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
    },
    onError: () => void refresh(),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const cents = centsOf(amount)
    setError(cents === undefined ? 'Escribe el importe en pesos, por ejemplo 1250' : undefined)
    if (cents !== undefined) collect.mutate(cents)
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && !collect.isPending && onClose()}
      title="Cobrar"
      description={`${whoComes(appointment)} · ${appointment.service.name}`}
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={collect.isPending}>
            Volver
          </Button>
          <Button type="submit" form={formId} pending={collect.isPending} pendingLabel="Anotando…">
            Anotar el cobro
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5 pb-1">
        <FormError error={collect.isError && errorMessage(collect.error)} />
        <TextField
          label="Importe"
          required
          inputMode="decimal"
          autoComplete="off"
          leading="$"
          maxLength={12}
          value={amount}
          error={error}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <RadioCards
          legend="Con qué paga"
          name="desk-method"
          columns={3}
          value={method}
          onChange={({ currentTarget }) => setMethod(currentTarget.value)}
          options={deskMethods.map((each) => ({ value: each, label: methodLabels[each] }))}
        />
      </form>
    </Dialog>
  )
}
