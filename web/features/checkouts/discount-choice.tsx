import { useIsFetching, useMutation } from '@tanstack/react-query'
import type { Discount, PriceLine } from '#contract/checkouts.ts'
import { cleanedCode, promotionCodeMax } from '#contract/promotion-codes.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, refusalReason } from '#web/platform/error-message.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

export type DiscountChoiceProps = {
  lines: readonly PriceLine[]
  discounts: readonly Discount[]
  chosenId: string | null
  /** An id, or `none`. */
  onChoose: (discountId: string) => void
  disabled: boolean
}

export function DiscountChoice({ lines, discounts, chosenId, onChoose, disabled }: DiscountChoiceProps) {
  const options = [...optionsOf(discounts, chosenId), { value: 'none', label: 'Sin descuento' }]
  return (
    <div className="grid gap-3">
      {discounts.length > 0 && (
        <SelectField
          label="Tu descuento"
          hint="Una promoción o una recompensa por pago."
          options={options}
          value={chosenId ?? 'none'}
          disabled={disabled}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
      <PromotionCode lines={lines} discounts={discounts} onApplied={onChoose} disabled={disabled} />
    </div>
  )
}

/** Equal rewards are one option, because only one of them is used: the chosen one, or else the first. */
function optionsOf(discounts: readonly Discount[], chosenId: string | null) {
  const options = discounts.map(({ id, label, discountCents }) => ({
    value: id,
    label: `${label}: −${formatMoney(discountCents)}`,
  }))
  return [...new Set(options.map(({ label }) => label))].map((label) => {
    const equal = options.filter((option) => option.label === label)
    const value = (equal.find((option) => option.value === chosenId) ?? equal[0])?.value ?? 'none'
    return { value, label: equal.length > 1 ? `${label} (tienes ${equal.length})` : label }
  })
}

const typedCode = { maxLength: 4 * promotionCodeMax, clean: cleanedCode }

type PromotionCodeProps = Pick<DiscountChoiceProps, 'lines' | 'discounts' | 'disabled'> & {
  onApplied: (useId: string) => void
}

function PromotionCode({ lines, discounts, onApplied, disabled }: PromotionCodeProps) {
  const { queries } = useApi()
  const applying = useMutation(queries.promotions.apply.mutationOptions())
  const applied = applying.data
  // The list still lacks it while it is read again.
  const isReading = useIsFetching({ queryKey: queries.checkouts.key() }) > 0
  const orderCents = lines.find(({ kind }) => kind === 'service')?.amountCents ?? 0
  async function apply(code: string): Promise<string | undefined> {
    try {
      onApplied((await applying.mutateAsync({ code, orderCents })).id)
      return undefined
    } catch (failure) {
      return refusalReason(failure) ?? errorMessage(failure)
    }
  }

  function statusOf({ id, name, center }: NonNullable<typeof applied>): string | undefined {
    if (discounts.some((discount) => discount.id === id)) return `¡Promoción aplicada! ${name}.`
    return isReading ? undefined : notUsableHere({ name, center })
  }

  return (
    <CodeField
      question="¿Tienes un código de descuento?"
      label="Código de descuento"
      submitLabel="Aplicar"
      disabled={disabled}
      status={applied && statusOf(applied)}
      {...typedCode}
      onSubmit={apply}
    />
  )
}

function notUsableHere({ name, center }: { name: string; center: { name: string } | null }): string {
  const where = center ? ` Vale en ${center.name}.` : ''
  return `«${name}» quedó reservada, pero no vale para esta cita.${where}`
}
