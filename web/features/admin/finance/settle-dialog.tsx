import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'

import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import { type OwingCenter, type SettleOutcomes, settlementReference } from '#contract/commissions.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { OutcomeDialog, TargetList } from '../measures/measure-outcome.tsx'
import { showFailure } from '../measures/show-failure.ts'
import { useMeasureCommissions } from './api/measure-commissions.ts'

const settleForm = z.object({ reference: settlementReference })
type Values = z.input<typeof settleForm>

export type SettleDialogProps = {
  period: CommissionPeriod
  centers: readonly OwingCenter[]
  open: boolean
  onClose: () => void
}

/** Settles what the chosen centres owe. It shows the sums first, and afterwards the centres that the server refused. */
export function SettleDialog({ period, centers, open, onClose }: SettleDialogProps) {
  const { settle } = useMeasureCommissions()
  const [outcomes, setOutcomes] = useState<SettleOutcomes>()
  const form = useForm<Values>({ resolver: formResolver(settleForm), defaultValues: { reference: '' } })
  const { errors, isSubmitting } = form.formState
  const total = centers.reduce((sum, { commissionCents }) => sum + commissionCents, 0)
  const before = centers.map(({ centerId, centerName, commissionCents }) => ({
    id: centerId,
    name: `${centerName}: ${pendingText(commissionCents)}`,
  }))

  async function submit({ reference }: Values) {
    const targets = centers.map(({ centerId, count, commissionCents }) => ({ id: centerId, count, commissionCents }))
    let result: SettleOutcomes
    try {
      result = await settle.mutateAsync({ period, reference, targets })
    } catch (error) {
      showFailure(form, error, { title: 'Error al actualizar comisión', fields: ['reference'] })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    toast({ kind: 'success', title: 'Comisiones pagadas', description: pendingText(total) })
    onClose()
  }

  if (outcomes) {
    const after = centers.map(({ centerId, centerName }) => {
      const pending = outcomes.items.find(({ id }) => id === centerId)?.pending
      return {
        id: centerId,
        name: pending
          ? `${centerName}: ahora ${pending.commissionCents < 0 ? 'Senda le debe' : 'debe'} ${formatMoney(Math.abs(pending.commissionCents))}`
          : centerName,
      }
    })
    return <OutcomeDialog open={open} onClose={onClose} outcomes={outcomes} targets={after} />
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Liquidar comisiones"
      description="Las comisiones pendientes del período quedan pagadas, y cada centro recibe un correo con la referencia."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Marcar como pagadas"
      onSubmit={form.handleSubmit(submit)}
    >
      <TargetList targets={before} />
      <p>
        Total: <strong className="tabular-nums">{pendingText(total)}</strong>
      </p>
      <TextField
        {...form.register('reference')}
        label="Referencia"
        hint="Por ejemplo, el número de la transferencia."
        required
        autoComplete="off"
        maxLength={60}
        error={errors.reference?.message}
      />
    </FormDialog>
  )
}

function pendingText(cents: number): string {
  return cents < 0 ? `Senda paga ${formatMoney(-cents)}` : formatMoney(cents)
}
