import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { z } from 'zod'
import { packageLimits } from '#contract/package-limits.ts'
import { deskMethod, deskMethods, paymentMethodLabels } from '#contract/payment-methods.ts'
import { typedMoney } from '#web/platform/typed-money.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export const paymentForm = z.object({
  amountCents: z
    .string()
    .transform((text) => typedMoney(text) ?? 0)
    .refine(
      (cents) => cents >= 1 && cents <= packageLimits.priceCents,
      'Escribe el importe en pesos, por ejemplo 1250',
    ),
  method: deskMethod,
})
export type TypedPayment = z.input<typeof paymentForm>
export type Payment = z.output<typeof paymentForm>

type Props = { register: UseFormRegister<TypedPayment>; errors: FieldErrors<TypedPayment> }

/** How much is paid at the desk, and with what. */
export function PaymentFields({ register, errors }: Props) {
  return (
    <>
      <TextField
        {...register('amountCents')}
        label="Cuánto paga ahora"
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
  )
}
