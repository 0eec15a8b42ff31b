import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'

import type { CommissionRow } from '#contract/commissions.ts'
import { type MeasureOutcomes, measureReason } from '#contract/moderation.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { OutcomeDialog, TargetList } from '../measures/measure-outcome.tsx'
import { MeasureReasonField } from '../measures/measure-reason-field.tsx'
import { showFailure } from '../measures/show-failure.ts'
import { useMeasureCommissions } from './api/measure-commissions.ts'

const cancelForm = z.object({ reason: measureReason })
type Values = z.input<typeof cancelForm>

export type CancelDialogProps = { commissions: readonly CommissionRow[]; open: boolean; onClose: () => void }

/** Cancels the chosen pending commissions, with a reason. */
export function CancelDialog({ commissions, open, onClose }: CancelDialogProps) {
  const { cancel } = useMeasureCommissions()
  const [outcomes, setOutcomes] = useState<MeasureOutcomes>()
  const form = useForm<Values>({ resolver: formResolver(cancelForm), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const names = commissions.map(({ id, centerName, commissionCents }) => ({
    id,
    name: `${centerName}: ${formatMoney(commissionCents)}`,
  }))

  async function submit({ reason }: Values) {
    const targets = commissions.map(({ id, lastMeasureId }) => ({ id, lastMeasureId }))
    let result: MeasureOutcomes
    try {
      result = await cancel.mutateAsync({ targets, reason })
    } catch (error) {
      showFailure(form, error, { title: 'Error al actualizar comisión', fields: ['reason'] })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    toast({ kind: 'success', title: commissions.length === 1 ? 'Comisión sin efecto' : 'Comisiones sin efecto' })
    onClose()
  }

  if (outcomes) return <OutcomeDialog open={open} onClose={onClose} outcomes={outcomes} targets={names} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Dejar sin efecto"
      description={
        commissions.some(({ creditCents }) => creditCents > 0)
          ? 'El centro ya no debe estas comisiones, y Senda ya no le debe sus créditos.'
          : 'El centro ya no debe estas comisiones.'
      }
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Dejar sin efecto"
      onSubmit={form.handleSubmit(submit)}
    >
      <TargetList targets={names} />
      <MeasureReasonField {...form.register('reason')} hint="Queda en el registro." error={errors.reason?.message} />
    </FormDialog>
  )
}
