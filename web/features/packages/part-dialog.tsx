import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { SoldPackage } from '#contract/packages.ts'
import { deskMethods } from '#contract/payment-methods.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { pesosText } from '#web/platform/typed-money.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Payment, PaymentFields, paymentForm, type TypedPayment } from './payment-fields.tsx'

/** Takes a part of what is still owed for a package. */
export function PartDialog({ centerId, sold, onClose }: { centerId: string; sold: SoldPackage; onClose: () => void }) {
  const { queries } = useApi()
  const collecting = useMutation(queries.packages.collect.mutationOptions())
  const { paidCents = 0, dueCents = 0 } = sold.money ?? {}
  const form = useForm<TypedPayment, unknown, Payment>({
    resolver: formResolver(paymentForm),
    defaultValues: { amountCents: pesosText(dueCents), method: deskMethods[0] },
  })
  const { errors, isSubmitting } = form.formState

  async function collect({ amountCents, method }: Payment) {
    try {
      await collecting.mutateAsync({ centerId, packageId: sold.id, paidCents, amountCents, method })
    } catch (error) {
      applyServerErrors(form, error, {
        fields: ['amountCents', 'method'],
        codes: { 'packages.more_than_due': 'amountCents' },
      })
      return
    }
    toast({ kind: 'success', title: 'Cobro anotado', description: `${formatMoney(amountCents)} del bono.` })
    onClose()
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Cobrar una parte del bono"
      description={`Pagó ${formatMoney(paidCents)}: faltan ${formatMoney(dueCents)}.`}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Anotar el cobro"
      pendingLabel="Anotando…"
      cancelLabel="Volver"
      onSubmit={form.handleSubmit(collect)}
    >
      <PaymentFields register={form.register} errors={errors} />
    </FormDialog>
  )
}
