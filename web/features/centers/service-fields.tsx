import { useEffect } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import type { PricedService } from '#contract/services.ts'
import { pesosText } from '#web/platform/typed-money.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { TypedService } from './typed-service.ts'
import { useServiceTypes } from './use-catalogue.ts'

/** A service as its form shows it; without one, an empty form with this duration. */
export function serviceValues(service: PricedService | undefined, { duration }: { duration: string }): TypedService {
  if (!service) return { serviceType: '', name: '', price: '', duration }
  const { serviceType, name, priceCents, durationMinutes } = service
  return { serviceType, name, price: pesosText(priceCents), duration: String(durationMinutes) }
}

/** The fields that have another name in the contract. */
export const renamedServiceFields = { priceCents: 'price', durationMinutes: 'duration' } as const satisfies Partial<
  Record<keyof PricedService, keyof TypedService>
>

type ServiceFieldsProps<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'register' | 'getValues' | 'setValue'>
  /** Where the form has the field. */
  nameOf: (field: keyof TypedService) => FieldPath<Values>
  errorOf: (name: FieldPath<Values>) => string | undefined
}

/** The four fields of a priced service. The caller lays them out in a grid. */
export function ServiceFields<Values extends FieldValues>({ form, nameOf, errorOf }: ServiceFieldsProps<Values>) {
  const { register, getValues, setValue } = form
  const { data: types } = useServiceTypes()
  const [type, name, price, duration] = [nameOf('serviceType'), nameOf('name'), nameOf('price'), nameOf('duration')]
  const isLoaded = types !== undefined
  useEffect(() => {
    // A select shows its value only when it is set after its options have loaded.
    const value = getValues(type)
    if (isLoaded && value) setValue(type, value)
  }, [getValues, setValue, type, isLoaded])

  function nameService() {
    const chosen = types?.items.find(({ slug }) => slug === getValues(type))
    if (!chosen || getValues(name).trim() !== '') return
    setValue(name, chosen.name as FieldPathValue<Values, typeof name>, { shouldDirty: true })
  }

  return (
    <>
      <SelectField
        {...register(type, { onChange: nameService })}
        label="Tipo de servicio"
        required
        placeholder={types ? 'Elige uno' : 'Cargando…'}
        options={(types?.items ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        error={errorOf(type)}
      />
      <TextField {...register(name)} label="Nombre" required autoComplete="off" error={errorOf(name)} />
      <TextField
        {...register(price)}
        label="Precio en pesos"
        required
        inputMode="decimal"
        autoComplete="off"
        leading={<span aria-hidden="true">$</span>}
        error={errorOf(price)}
      />
      <TextField
        {...register(duration)}
        label="Duración en minutos"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        error={errorOf(duration)}
      />
    </>
  )
}
