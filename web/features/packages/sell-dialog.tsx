import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { PersonRef } from '#contract/agenda.ts'
import type { PackageOffer } from '#contract/packages.ts'
import { deskMethods } from '#contract/payment-methods.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { pesosText } from '#web/platform/typed-money.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Payment, PaymentFields, paymentForm, type TypedPayment } from './payment-fields.tsx'

type Props = {
  centerId: string
  kind: PersonRef['kind']
  personId: string
  /** How many packages the person had when the dialog opened. */
  soldCount: number
  onClose: () => void
}

/** Sells a package at the desk, with its first payment. */
export function SellDialog({ centerId, kind, personId, soldCount, onClose }: Props) {
  const { queries } = useApi()
  const { data } = useQuery(queries.packages.offers.queryOptions({ input: { centerId } }))
  const selling = useMutation(queries.packages.sell.mutationOptions())
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [offerId, setOfferId] = useState<string>()
  const offers = data?.items.filter(isSold)
  const offer = offers?.find(({ id }) => id === offerId) ?? offers?.[0]
  const form = useForm<TypedPayment, unknown, Payment>({
    resolver: formResolver(paymentForm),
    values: { amountCents: pesosText(offer?.priceCents ?? 0), method: deskMethods[0] },
  })
  const { errors, isSubmitting } = form.formState

  async function sell({ amountCents, method }: Payment) {
    if (!offer) return
    try {
      const sale = { centerId, offerId: offer.id, terms: offer.version, kind, personId, soldCount }
      await selling.mutateAsync({ ...sale, amountCents, method, idempotencyKey })
    } catch (error) {
      applyServerErrors(form, error, {
        fields: ['amountCents', 'method'],
        codes: { 'packages.more_than_due': 'amountCents' },
      })
      return
    }
    toast({
      kind: 'success',
      title: 'Bono vendido',
      description: `${nameOf(offer)}: pagó ${formatMoney(amountCents)}.`,
    })
    onClose()
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Vender un bono"
      description="Puede pagarlo entero o en partes, y usar las sesiones mientras tanto."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Vender"
      pendingLabel="Vendiendo…"
      cancelLabel="Volver"
      submitDisabled={!offer}
      onSubmit={form.handleSubmit(sell)}
    >
      {offers?.length === 0 && (
        <p className="text-ink-soft">El centro no vende bonos ahora. Quien lo dirige los crea en Promociones.</p>
      )}
      {offers && offers.length > 0 && (
        <RadioCards
          legend="Qué bono"
          name="offer"
          value={offer?.id ?? ''}
          onChange={({ currentTarget }) => setOfferId(currentTarget.value)}
          options={offers.map((each) => ({
            value: each.id,
            label: nameOf(each),
            description: `${formatMoney(each.priceCents)} · vale ${each.validityDays} días`,
          }))}
        />
      )}
      {offer && <PaymentFields register={form.register} errors={errors} />}
    </FormDialog>
  )
}

const isSold = ({ isActive, professionals }: PackageOffer) => isActive && professionals.length > 0

const nameOf = ({ sessions, serviceName }: PackageOffer) => `${sessions} sesiones de ${serviceName ?? ''}`
