import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Receiver } from '#contract/tax-data.ts'
import { receiverText } from '#web/features/invoicing/receiver-text.ts'
import {
  emptyTaxData,
  type TaxDataField,
  TaxDataFields,
  taxDataFields,
} from '#web/features/invoicing/tax-data-fields.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, refusedFields } from '#web/platform/error-message.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { FormError } from '#web/ui/form-error.tsx'

type Errors = { [Field in TaxDataField]?: string }

/** Whether the receipt carries the patient's tax data, and what they are. They are stored before the payment starts. */
export function useReceiptData() {
  const { queries } = useApi()
  const [isWanted, setWanted] = useState(false)
  const own = useQuery({ ...queries.invoicing.own.queryOptions(), enabled: isWanted })
  const update = useMutation(queries.invoicing.updateOwn.mutationOptions())
  const [values, setValues] = useState<Receiver>(emptyTaxData)
  const [errors, setErrors] = useState<Errors>({})
  const [error, setError] = useState<string>()
  const stored = own.data?.data ?? null

  /** @returns whether the receipt carries them; undefined when what was typed is refused, so that nothing is paid */
  async function store(): Promise<boolean | undefined> {
    if (!isWanted) return false
    if (stored) return true
    setErrors({})
    setError(undefined)
    try {
      await update.mutateAsync({ version: own.data?.version ?? '-', ...values })
      return true
    } catch (failure) {
      const refused = refusedFields(failure)
      setErrors(Object.fromEntries(refused.map(({ path, message }) => [path, message])))
      const isShown = refused.length > 0 && refused.every(({ path }) => taxDataFields.some((field) => field === path))
      if (!isShown) setError(errorMessage(failure))
      return undefined
    }
  }

  function change(field: TaxDataField, text: string): void {
    setValues((before) => ({ ...before, [field]: text }))
    setErrors((before) => ({ ...before, [field]: undefined }))
  }

  return {
    refetch: own.refetch,
    isWanted,
    setWanted,
    stored,
    isLoading: isWanted && own.isPending,
    values,
    change,
    errors,
    error,
    store,
  }
}

type ReceiptDataProps = Omit<ReturnType<typeof useReceiptData>, 'refetch' | 'store'> & { disabled: boolean }

export function ReceiptData({ disabled, ...data }: ReceiptDataProps) {
  const { isWanted, setWanted, stored, isLoading, values, change, errors, error } = data
  const control = (field: TaxDataField) => ({
    name: `receipt-${field}`,
    value: values[field],
    disabled,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(field, currentTarget.value),
  })
  return (
    <div className="grid gap-4">
      <CheckboxField
        label="Quiero mis datos en el comprobante"
        checked={isWanted}
        disabled={disabled}
        onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
      />
      {isWanted && stored && (
        <p className="text-sm wrap-anywhere">
          {`${receiverText(stored)}. `}
          <Anchor href="/account?seccion=perfil#own-tax-data" className="link">
            Cambiarlos en Mi Cuenta
          </Anchor>
        </p>
      )}
      {isWanted && !stored && !isLoading && (
        <FieldGroup
          legend="Tus datos para el comprobante"
          hint="Los guardamos en Mi Cuenta, donde puedes cambiarlos o quitarlos."
        >
          <div className="grid gap-4">
            <TaxDataFields
              kind={values.kind}
              controls={{
                kind: control('kind'),
                number: control('number'),
                name: control('name'),
                address: control('address'),
                city: control('city'),
                department: control('department'),
              }}
              errors={errors}
            />
          </div>
        </FieldGroup>
      )}
      <FormError error={error} />
    </div>
  )
}
