import { useEffect, useRef } from 'react'
import { type FieldPath, type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useServiceTypes } from '#web/features/centers/use-catalogue.ts'
import { useRowErrors } from '#web/platform/use-row-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import Plus from '~icons/lucide/plus'
import Trash from '~icons/lucide/trash-2'

import { newPricedRow, type RegistrationValues } from './registration-values.ts'

const maxServices = 30

/** Services with a price can be booked; the others are only described. A centre can add them later. */
export function PricedServices({ form }: { form: UseFormReturn<RegistrationValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'services.priced' })
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <FieldGroup
      legend="Servicios con precio (opcional)"
      hint="Los que agregues aquí se podrán reservar en cuanto tu centro esté publicado. También puedes hacerlo después."
      error={form.formState.errors.services?.priced?.message}
    >
      <div className="mt-2 grid gap-3">
        {fields.map((field, index) => (
          <PricedRow
            key={field.id}
            form={form}
            index={index}
            onRemove={() => {
              remove(index)
              addButton.current?.focus({ preventScroll: true })
            }}
          />
        ))}
        <Button
          ref={addButton}
          variant="secondary"
          size="small"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-4" />}
          disabled={fields.length >= maxServices}
          onClick={() =>
            append(newPricedRow(form.getValues('availability')), {
              focusName: `services.priced.${fields.length}.serviceType`,
            })
          }
        >
          Agregar un servicio con precio
        </Button>
      </div>
    </FieldGroup>
  )
}

function PricedRow({
  form,
  index,
  onRemove,
}: {
  form: UseFormReturn<RegistrationValues>
  index: number
  onRemove: () => void
}) {
  const { register, getValues, setValue } = form
  const { data: types } = useServiceTypes()
  const errorOf = useRowErrors(form)
  const path = `services.priced.${index}` as const
  useLateOptions({ form, name: `${path}.serviceType`, isLoaded: types !== undefined })
  const type = register(`${path}.serviceType`, {
    onChange: () => {
      const serviceType = types?.items.find((each) => each.slug === getValues(`${path}.serviceType`))
      if (serviceType && getValues(`${path}.name`).trim() === '') setValue(`${path}.name`, serviceType.name)
    },
  })
  return (
    <Card look="sunken" role="group" aria-label={`Servicio ${index + 1}`} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...type}
          label="Tipo de servicio"
          required
          placeholder={types ? 'Elige uno' : 'Cargando…'}
          options={(types?.items ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
          error={errorOf(`${path}.serviceType`)}
        />
        <TextField
          {...register(`${path}.name`)}
          label="Nombre"
          required
          autoComplete="off"
          error={errorOf(`${path}.name`)}
        />
        <TextField
          {...register(`${path}.price`)}
          label="Precio en pesos"
          required
          inputMode="decimal"
          autoComplete="off"
          leading={<span aria-hidden="true">$</span>}
          error={errorOf(`${path}.price`)}
        />
        <TextField
          {...register(`${path}.duration`)}
          label="Duración en minutos"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={errorOf(`${path}.duration`)}
        />
      </div>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 justify-self-start"
        icon={<Trash aria-hidden="true" className="size-4" />}
        onClick={onRemove}
      >
        {`Quitar el servicio ${index + 1}`}
      </Button>
    </Card>
  )
}

/** Sets the value again once the options are loaded: a select without options cannot show it. */
function useLateOptions({
  form,
  name,
  isLoaded,
}: {
  form: UseFormReturn<RegistrationValues>
  name: FieldPath<RegistrationValues>
  isLoaded: boolean
}): void {
  useEffect(() => {
    if (!isLoaded) return
    const value = form.getValues(name)
    if (value) form.setValue(name, value)
  }, [form, name, isLoaded])
}
