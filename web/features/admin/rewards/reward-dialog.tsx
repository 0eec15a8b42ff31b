import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { brand } from '#contract/brand.ts'
import { rewardLimitsText } from '#contract/gift-limits.ts'
import type { StaffReward } from '#contract/loyalty.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, refusedFields } from '#web/platform/error-message.ts'
import { keepTyped, useEdited } from '#web/platform/use-edited.ts'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { ProviderField } from './provider-field.tsx'
import { emptyReward, type RewardFormErrors, readReward, type TypedReward, typedOf } from './reward-form.ts'

const kinds = [
  { value: 'percentage', label: 'Porcentaje de descuento' },
  { value: 'fixed_amount', label: 'Importe fijo de descuento' },
  { value: 'service', label: 'Una consulta entera' },
  { value: 'upgrade', label: 'Una mejora de la consulta, que se entrega' },
  { value: 'product', label: 'Un producto, que se entrega' },
] as const

type RewardDialogProps = { reward: StaffReward | undefined; giftLimitCents: number | null; onClose: () => void }

/** Creates or updates a reward. Earlier redemptions keep what they give. */
export function RewardDialog({ reward, giftLimitCents, onClose }: RewardDialogProps) {
  const { queries } = useApi()
  const createReward = useMutation(queries.loyalty.createReward.mutationOptions())
  const updateReward = useMutation(queries.loyalty.updateReward.mutationOptions())
  const [typed, setTyped] = useState<TypedReward>(() => (reward ? typedOf(reward) : emptyReward))
  const [errors, setErrors] = useState<RewardFormErrors & { form?: string }>({})

  const edited = useEdited(reward, (now, before) => {
    if (now && before) setTyped((typed) => keepTyped({ typed, before: typedOf(before), after: typedOf(now) }))
  })

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const { fields, errors: fieldErrors } = readReward(typed)
    setErrors(fieldErrors)
    if (Object.keys(fieldErrors).length > 0) return
    try {
      if (edited.seen)
        await updateReward.mutateAsync({ ...fields, rewardId: edited.seen.id, version: edited.seen.version })
      else await createReward.mutateAsync(fields)
    } catch (error) {
      if (edited.noteRefusal(error)) return
      setErrors(errorsOf(error))
      return
    }
    toast({ kind: 'success', title: reward ? 'Recompensa actualizada' : 'Recompensa creada', description: fields.name })
    onClose()
  }

  const isForDesk = typed.kind === 'upgrade' || typed.kind === 'product'
  const field = (name: Exclude<keyof TypedReward, 'kind'>) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: currentTarget.value })),
  })
  const numberInput = { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 } as const
  return (
    <FormDialog
      open
      onClose={onClose}
      title={reward ? 'Editar la recompensa' : 'Crear recompensa'}
      description={reward ? 'Lo que ya se canjeó conserva lo que da y su vencimiento.' : ''}
      pending={createReward.isPending || updateReward.isPending}
      error={errors.form}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={reward ? 'Guardar' : 'Crear recompensa'}
      onSubmit={submit}
    >
      <TextField {...field('name')} label="Nombre" required maxLength={100} />
      <TextArea {...field('description')} label="Descripción" rows={2} maxLength={500} />
      <SelectField
        label="Qué da"
        options={kinds}
        value={typed.kind}
        onChange={({ currentTarget }) => {
          const kind = kinds.find(({ value }) => value === currentTarget.value)?.value ?? 'percentage'
          setTyped((before) => ({ ...before, kind }))
        }}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField {...field('pointsCost')} {...numberInput} label="Puntos" required />
        {isForDesk && <TextField {...field('stock')} {...numberInput} label="Cuántas hay" required />}
        {!isForDesk && typed.kind !== 'service' && (
          <TextField
            {...field('discountValue')}
            {...numberInput}
            label={typed.kind === 'percentage' ? 'Descuento (%)' : 'Descuento'}
            leading={typed.kind === 'percentage' ? undefined : '$'}
            required
          />
        )}
        {!isForDesk && typed.kind !== 'fixed_amount' && (
          <TextField
            {...field('maximum')}
            {...numberInput}
            label="Descuento máximo"
            leading="$"
            hint="Vacío: sin máximo."
          />
        )}
      </div>
      {isForDesk && (
        <ProviderField
          name={typed.providerName}
          isChosen={typed.providerId !== ''}
          error={errors.providerName}
          onChange={(provider) => setTyped((before) => ({ ...before, ...provider }))}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField {...field('startsOn')} label="Primer día" hint="Vacío: desde hoy." />
        <DateField {...field('validUntil')} label="Último día" hint="También vence lo que se canjeó." />
      </div>
      <TextArea
        {...field('reason')}
        label="Motivo"
        hint="Queda en el registro del equipo."
        required
        rows={2}
        maxLength={1000}
      />
      {giftLimitCents !== null && (
        <p className="text-sm text-ink-soft">
          {isForDesk
            ? `Lo que entrega ${brand.name}, lo crea una administradora o un administrador.`
            : `Si descuenta ${rewardLimitsText}, la crea una administradora o un administrador.`}
        </p>
      )}
    </FormDialog>
  )
}

/** Fields that the form names in another way. */
const formFields: Readonly<Record<string, string>> = { maximumCents: 'maximum', providerId: 'providerName' }

function errorsOf(error: unknown): RewardFormErrors & { form?: string } {
  const refused = refusedFields(error)
  if (refused.length === 0) return { form: errorMessage(error) }
  return Object.fromEntries(refused.map(({ path, message }) => [formFields[path] ?? path, message]))
}
