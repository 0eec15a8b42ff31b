import { useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { sessionMinutes } from '#contract/calendar.ts'
import { maxPricedServices } from '#contract/services.ts'
import { useRowErrors } from '#web/platform/use-row-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import Plus from '~icons/lucide/plus'
import Trash from '~icons/lucide/trash-2'

import { ServiceFields, serviceValues } from '../service-fields.tsx'
import type { RegistrationValues } from './registration-values.ts'

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
          disabled={fields.length >= maxPricedServices}
          onClick={() =>
            append(newRow(form), {
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

/** A new row has the session duration of step 4. */
function newRow({ getValues }: UseFormReturn<RegistrationValues>) {
  const duration = getValues('availability.sessionDuration') || String(sessionMinutes.preset)
  return serviceValues(undefined, { duration })
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
  const errorOf = useRowErrors(form)
  return (
    <Card look="sunken" role="group" aria-label={`Servicio ${index + 1}`} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <ServiceFields form={form} nameOf={(field) => `services.priced.${index}.${field}`} errorOf={errorOf} />
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
