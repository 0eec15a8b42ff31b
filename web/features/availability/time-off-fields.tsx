import { type UseFormReturn, useWatch } from 'react-hook-form'

import type { Availability } from '#contract/availability.ts'
import { localToday } from '#web/platform/local-days.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'

import type { TimeOffValues } from './time-off-values.ts'

export function TimeOffFields({
  form: { control, register, formState },
  people,
}: {
  form: UseFormReturn<TimeOffValues>
  people: readonly Pick<Availability, 'professionalId' | 'name'>[]
}) {
  const { errors } = formState
  const [kind, chosen] = useWatch({ control, name: ['kind', 'professionalIds'] })
  const isWholeTeam = people.length > 1 && people.every(({ professionalId }) => chosen.includes(professionalId))
  return (
    <>
      {people.length > 1 && (
        <FieldGroup legend="Quién" error={errors.professionalIds?.message}>
          <div className="grid max-h-48 overflow-y-auto pl-3">
            {people.map(({ professionalId, name }) => (
              <CheckboxField
                key={professionalId}
                {...register('professionalIds')}
                value={professionalId}
                label={<span translate="no">{name}</span>}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      <RadioCards
        {...register('kind')}
        error={errors.kind?.message}
        legend="Cuánto"
        columns={2}
        options={[
          { value: 'days', label: 'Días enteros' },
          { value: 'part', label: 'Parte de un día' },
        ]}
      />
      {isWholeTeam && kind === 'days' && (
        <p className="text-sm text-ink-soft">
          Con todo el equipo elegido, el centro cierra esos días: también para quien se sume después.
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          {...register('from')}
          label={kind === 'days' ? 'Primer día' : 'Día'}
          required
          min={localToday()}
          error={errors.from?.message}
        />
        {kind === 'days' ? (
          <DateField {...register('to')} label="Último día" required min={localToday()} error={errors.to?.message} />
        ) : (
          <div className="grid grid-cols-2 gap-3 cramped:grid-cols-1">
            <TimeField {...register('start')} label="Desde" required error={errors.start?.message} />
            <TimeField {...register('end')} label="Hasta" required error={errors.end?.message} />
          </div>
        )}
      </div>
      <TextField
        {...register('reason')}
        label="Motivo"
        optional
        autoComplete="off"
        hint={people.length > 1 ? 'Lo ve solo tu equipo.' : 'No lo ven tus pacientes.'}
        error={errors.reason?.message}
      />
    </>
  )
}
