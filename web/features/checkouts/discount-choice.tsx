import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Discount, PriceLine } from '#contract/checkouts.ts'
import { cleanedCode, promotionCodeMax } from '#contract/promotion-codes.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, refusalReason } from '#web/platform/error-message.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { isComposing } from '#web/ui/is-composing.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export type DiscountChoiceProps = {
  lines: readonly PriceLine[]
  discounts: readonly Discount[]
  chosenId: string | null
  /** An id, or `none`. */
  onChoose: (discountId: string) => void
  disabled: boolean
}

export function DiscountChoice({ lines, discounts, chosenId, onChoose, disabled }: DiscountChoiceProps) {
  const options = [
    ...discounts.map(({ id, label, discountCents }) => ({
      value: id,
      label: `${label}: −${formatMoney(discountCents)}`,
    })),
    { value: 'none', label: 'Sin descuento' },
  ]
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
      <CodeField lines={lines} discounts={discounts} onApplied={onChoose} disabled={disabled} />
    </div>
  )
}

type CodeFieldProps = Pick<DiscountChoiceProps, 'lines' | 'discounts' | 'disabled'> & {
  onApplied: (useId: string) => void
}

/** Its button and Enter apply the code; the form of the dialog pays. */
function CodeField({ lines, discounts, onApplied, disabled }: CodeFieldProps) {
  const { queries } = useApi()
  const applying = useMutation(queries.promotions.apply.mutationOptions())
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const applied = applying.data
  const isUsable = applied === undefined || discounts.some(({ id }) => id === applied.id)
  const orderCents = lines.find(({ kind }) => kind === 'service')?.amountCents ?? 0

  async function apply(): Promise<void> {
    if (code === '' || applying.isPending) return
    setError(undefined)
    try {
      const use = await applying.mutateAsync({ code, orderCents })
      setCode('')
      onApplied(use.id)
    } catch (failure) {
      setError(refusalReason(failure) ?? errorMessage(failure))
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    void apply()
  }

  if (!isOpen) {
    return (
      <button type="button" className="link justify-self-start text-sm" onClick={() => setIsOpen(true)}>
        ¿Tienes un código de descuento?
      </button>
    )
  }
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          label="Código de descuento"
          value={code}
          maxLength={4 * promotionCodeMax}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          error={error}
          onChange={(event) => setCode(cleanedCode(event.currentTarget.value))}
          onKeyDown={onKeyDown}
        />
        <Button variant="secondary" pending={applying.isPending} disabled={disabled || code === ''} onClick={apply}>
          Aplicar
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {applied && isUsable && `¡Promoción aplicada! ${applied.name}.`}
        {applied && !isUsable && notUsableHere(applied)}
      </p>
    </div>
  )
}

function notUsableHere({ name, center }: { name: string; center: { name: string } | null }): string {
  const where = center ? ` Vale en ${center.name}.` : ''
  return `«${name}» quedó reservada, pero no vale para esta cita.${where}`
}
