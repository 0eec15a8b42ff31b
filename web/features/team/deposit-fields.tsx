import { type UseFormReturn, useWatch } from 'react-hook-form'
import { depositNeedsPayments } from '#contract/deposits.ts'
import type { OfferedService } from '#contract/services.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { TypedOffer } from './typed-offer.ts'

const audiences = [
  { value: 'everyone', label: 'A todos los pacientes' },
  { value: 'newcomers', label: 'A pacientes nuevos o que faltaron' },
]
const kinds = [
  { value: 'amount', label: 'Un importe fijo' },
  { value: 'percent', label: 'Un porcentaje del precio' },
]

type DepositFieldsProps = {
  form: UseFormReturn<TypedOffer, unknown, OfferedService>
  /** Whether the centre's patients can pay online. */
  paysOnline: boolean
}

/** The deposit that a service asks: of whom, and how much. Where the centre can't take payments, it says why there is none. */
export function DepositFields({ form, paysOnline }: DepositFieldsProps) {
  const [depositFor, kind] = useWatch({ control: form.control, name: ['depositFor', 'depositKind'] })
  const { errors } = form.formState
  if (!paysOnline && depositFor === '') return <p className="text-sm text-ink-soft">{depositNeedsPayments}</p>
  return (
    <>
      <SelectField
        {...form.register('depositFor')}
        label="Pedir una seña al reservar"
        placeholder="No pedir seña"
        options={audiences}
        hint="Se paga en línea antes de que la hora quede reservada. El resto se paga después, en línea o en el centro."
        error={errors.depositFor?.message}
      />
      {depositFor !== '' && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <SelectField
            {...form.register('depositKind')}
            label="Cuánto"
            options={kinds}
            error={errors.depositKind?.message}
          />
          <TextField
            {...form.register('deposit')}
            label={kind === 'percent' ? 'Porcentaje del precio' : 'Seña en pesos'}
            required
            inputMode="decimal"
            autoComplete="off"
            leading={<span aria-hidden="true">{kind === 'percent' ? '%' : '$'}</span>}
            error={errors.deposit?.message}
          />
        </div>
      )}
    </>
  )
}
