import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type CenterRates, ratePercent } from '#contract/commissions.ts'
import { actionReason } from '#contract/moderation.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatPercent } from '#web/platform/format-percent.ts'
import { typedPercent } from '#web/platform/typed-decimal.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { ActionReasonField } from '../actions/action-reason-field.tsx'
import { showFailure } from '../actions/show-failure.ts'

const oneDecimal = 'Escribe un número de 0 a 100, con un decimal como máximo'

const rateForm = z.object({
  ratePercent: z
    .string()
    .refine((text) => typedPercent(text, { decimals: 1 }) !== undefined, oneDecimal)
    .transform((text) => typedPercent(text, { decimals: 1 }) ?? 0)
    .pipe(ratePercent),
  appliesFrom: z.iso.date('Elige un día'),
  reason: actionReason,
})
type Values = z.input<typeof rateForm>

export type RateDialogProps = { rates: CenterRates; open: boolean; onClose: () => void }

export function RateDialog({ rates, open, onClose }: RateDialogProps) {
  const { centerId, centerName, today, currentPercent, lastActionId } = rates
  const { queries } = useApi()
  const setRate = useMutation(queries.commissions.setRate.mutationOptions())
  const form = useForm<Values, unknown, z.output<typeof rateForm>>({
    resolver: formResolver(rateForm),
    defaultValues: { ratePercent: String(currentPercent).replace('.', ','), appliesFrom: today, reason: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function submit(values: z.output<typeof rateForm>) {
    try {
      await setRate.mutateAsync({ centerId, lastActionId, ...values })
    } catch (error) {
      const fields = ['ratePercent', 'appliesFrom', 'reason'] as const
      showFailure(form, error, { title: 'Error al actualizar comisión', fields })
      return
    }
    toast({ kind: 'success', title: 'Comisión actualizada', description: centerName })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Cambiar la comisión"
      description={`Hoy es del ${formatPercent(currentPercent)}. Las comisiones ya calculadas no cambian. Le avisamos por correo.`}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Guardar la comisión"
      onSubmit={form.handleSubmit(submit)}
    >
      <p className="font-semibold wrap-anywhere">{centerName}</p>
      <TextField
        {...form.register('ratePercent')}
        label="Comisión (%)"
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        required
        error={errors.ratePercent?.message}
      />
      <DateField
        {...form.register('appliesFrom')}
        label="Desde"
        min={today}
        required
        hint="Se aplica a las consultas que se completan desde ese día."
        error={errors.appliesFrom?.message}
      />
      <ActionReasonField
        {...form.register('reason')}
        hint="Lo lee el centro en su correo, y queda en el registro."
        error={errors.reason?.message}
      />
    </FormDialog>
  )
}
