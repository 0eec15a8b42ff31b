import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { promotionLimitsText } from '#contract/gift-limits.ts'
import { cleanedCode, generateCode, promotionCodeMax, promotionCodeMin } from '#contract/promotion-codes.ts'
import type { Promotion } from '#contract/promotions.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage, refusedFields } from '#web/platform/error-message.ts'
import { keepTyped, useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import {
  emptyPromotion,
  formFieldOf,
  type PromotionFieldName,
  type PromotionFormErrors,
  readPromotion,
  type TypedPromotion,
  typedOf,
} from './promotion-form.ts'
import type { PromotionOwner } from './promotion-owner.ts'

type PromotionDialogProps = { owner: PromotionOwner; promotion: Promotion | undefined; onClose: () => void }

/** Creates or edits a promotion. An edit keeps the code and the discount, because patients may have applied them. */
export function PromotionDialog({ owner, promotion, onClose }: PromotionDialogProps) {
  const { queries } = useApi()
  const creating = useMutation(queries.promotions.create.mutationOptions())
  const updating = useMutation(queries.promotions.update.mutationOptions())
  const [typed, setTyped] = useState<TypedPromotion>(() => (promotion ? typedOf(promotion) : emptyPromotion))
  const [errors, setErrors] = useState<PromotionFormErrors & { form?: string }>({})
  const isOfSenda = owner.centerId === null
  const isPending = creating.isPending || updating.isPending

  const edited = useEdited(promotion, (now, before) => {
    if (now && before) setTyped((typed) => keepTyped({ typed, before: typedOf(before), after: typedOf(now) }))
  })

  function change(part: Partial<TypedPromotion>): void {
    setTyped((before) => ({ ...before, ...part }))
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const { fields, errors: found } = readPromotion(typed)
    if (isOfSenda && typed.reason.trim() === '') found.reason = 'Escribe el motivo'
    const reason = isOfSenda ? { reason: typed.reason } : {}
    setErrors(found)
    if (Object.keys(found).length > 0) return
    try {
      if (edited.seen) {
        const { id: promotionId, version } = edited.seen
        const { name, description, usageLimit, validUntil, isPublic } = fields
        await updating.mutateAsync({
          promotionId,
          version,
          name,
          description,
          usageLimit,
          validUntil,
          isPublic,
          ...reason,
        })
        toast({ kind: 'success', title: 'Promoción actualizada', description: fields.name })
      } else {
        await creating.mutateAsync({ ...fields, ...reason, centerId: owner.centerId })
        toast({ kind: 'success', title: 'Promoción creada', description: `${fields.name} (${fields.code})` })
      }
      onClose()
    } catch (error) {
      if (edited.noteRefusal(error)) return
      setErrors(errorsOf(error))
      const title = promotion ? 'No se pudo actualizar la promoción' : 'No se pudo crear la promoción'
      toast({ kind: 'destructive', title, description: errorMessage(error) })
    }
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={promotion ? `Editar ${promotion.code}` : 'Crear promoción'}
      description={promotion ? 'El código y el descuento no cambian: puede haber pacientes que ya los aplicaron.' : ''}
      pending={isPending}
      error={errors.form}
      notice={edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
      submitLabel={promotion ? 'Guardar' : 'Crear promoción'}
      onSubmit={submit}
    >
      {!promotion && <CodeField code={typed.code} error={errors.code} onChange={(code) => change({ code })} />}
      <TextField
        label="Nombre"
        required
        maxLength={100}
        value={typed.name}
        error={errors.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextArea
        label="Descripción"
        rows={2}
        maxLength={500}
        value={typed.description}
        error={errors.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      {!promotion && <DiscountFields typed={typed} errors={errors} onChange={change} />}
      <LimitFields typed={typed} errors={errors} onChange={change} isNew={!promotion} />
      <SwitchField
        label="Publicada"
        hint="La ven todos los pacientes en Promociones. Sin publicar, la usa quien tenga el código."
        checked={typed.isPublic}
        onChange={({ currentTarget }) => change({ isPublic: currentTarget.checked })}
      />
      {isOfSenda && (
        <TextArea
          label="Motivo"
          hint={`Queda en el registro del equipo. Una promoción que descuenta ${promotionLimitsText}, la decide una administradora o un administrador.`}
          required
          rows={2}
          maxLength={1000}
          value={typed.reason}
          error={errors.reason}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
      )}
    </FormDialog>
  )
}

function errorsOf(error: unknown): PromotionFormErrors & { form?: string } {
  const code = errorCode(error)
  if (code === 'promotions.code_taken') return { code: errorMessage(error) }
  if (code === 'promotions.limit_below_used') return { usageLimit: errorMessage(error) }
  const refused = refusedFields(error)
  if (refused.length === 0) return { form: errorMessage(error) }
  return Object.fromEntries(refused.map(({ path, message }) => [formFieldOf[path] ?? path, message]))
}

type CodeFieldProps = { code: string; error: string | undefined; onChange: (code: string) => void }

function CodeField({ code, error, onChange }: CodeFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <TextField
        label="Código"
        required
        hint={`De ${promotionCodeMin} a ${promotionCodeMax} letras y números.`}
        value={code}
        maxLength={4 * promotionCodeMax}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        error={error}
        onChange={({ currentTarget }) => onChange(cleanedCode(currentTarget.value))}
      />
      <Button variant="secondary" className="mt-7" onClick={() => onChange(generateCode(Math.random))}>
        Generar
      </Button>
    </div>
  )
}

type FieldsProps = {
  typed: TypedPromotion
  errors: PromotionFormErrors
  onChange: (part: Partial<TypedPromotion>) => void
}

function DiscountFields({ typed, errors, onChange }: FieldsProps) {
  const isPercent = typed.discountType === 'percentage'
  const amount = amountProps({ typed, errors, onChange })
  return (
    <>
      <RadioCards
        legend="Tipo de descuento"
        name="discountType"
        columns={2}
        options={[
          { value: 'percentage', label: 'Porcentaje' },
          { value: 'fixed_amount', label: 'Importe fijo' },
        ]}
        value={typed.discountType}
        onChange={({ currentTarget }) =>
          onChange({ discountType: currentTarget.value === 'percentage' ? 'percentage' : 'fixed_amount' })
        }
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          {...amount('discountValue')}
          label={isPercent ? 'Descuento (%)' : 'Descuento'}
          required
          leading={isPercent ? undefined : '$'}
        />
        <TextField {...amount('minimum')} label="Importe mínimo" leading="$" />
        <TextField {...amount('maximum')} label="Descuento máximo" leading="$" />
      </div>
    </>
  )
}

function LimitFields({ typed, errors, onChange, isNew }: FieldsProps & { isNew: boolean }) {
  const amount = amountProps({ typed, errors, onChange })
  const day = fieldProps({ typed, errors, onChange })
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField {...amount('usageLimit')} label="Límite de usos" hint="Vacío: sin límite." />
      {isNew && <TextField {...amount('perPersonLimit')} label="Usos por persona" required />}
      {isNew && <DateField {...day('startsOn')} label="Primer día" hint="Vacío: desde ahora." />}
      <DateField {...day('validUntil')} label="Último día" hint="Vacío: sin fecha de fin." />
    </div>
  )
}

type TypedName = Exclude<PromotionFieldName, 'isPublic' | 'discountType'>

const amountProps = (props: FieldsProps) => (name: TypedName) => ({
  ...fieldProps(props)(name),
  inputMode: 'decimal' as const,
  autoComplete: 'off',
  maxLength: 12,
})

const fieldProps =
  ({ typed, errors, onChange }: FieldsProps) =>
  (name: TypedName) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  })
