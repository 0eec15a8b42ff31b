import { Suspense } from 'react'
import type { z } from 'zod'

import { ageOn, maxDependants } from '#contract/dependant-words.ts'
import type { dependant } from '#contract/dependants.ts'
import { localToday } from '#web/platform/local-days.ts'
import { dot } from '#web/ui/dot.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { type AttendeeValues, type NewDependantErrors, newPerson } from './attendee-values.ts'

// Loaded lazily: most patients book for themselves.
const NewDependantFields = lazyPart(() =>
  import('./new-dependant-fields.tsx').then((module) => module.NewDependantFields),
)
const DependantLimit = lazyPart(() => import('./dependant-limit.tsx').then((module) => module.DependantLimit))

export type AttendeeFieldProps = {
  /** Undefined while they are loaded. */
  dependants: readonly z.output<typeof dependant>[] | undefined
  values: AttendeeValues
  errors: NewDependantErrors
  onChange: (changed: Partial<AttendeeValues>) => void
}

/** Asked of every patient. A new person is typed right here and added together with the appointment. */
export function AttendeeField({ dependants, values, errors, onChange }: AttendeeFieldProps) {
  if (!dependants) return <Skeleton className="h-32" />
  const isFull = dependants.length >= maxDependants
  const addsPerson = values.dependantId === newPerson
  return (
    <div className="grid gap-4">
      <RadioCards
        legend="¿Para quién es?"
        name="attendee"
        columns={2}
        value={values.dependantId}
        onChange={(event) => onChange({ dependantId: event.currentTarget.value })}
        options={[
          { value: '', label: 'Para mí' },
          ...dependants.map(({ id, fullName, birthDate, relation }) => ({
            value: id,
            label: <span translate="no">{fullName}</span>,
            description: `${relation}${dot}${ageOn({ birthDate, today: localToday() })}`,
          })),
          // A visitor may have described a person before signing in to an account that can't have another one.
          ...(isFull && !addsPerson ? [] : [{ value: newPerson, label: 'Otra persona a mi cargo…' }]),
        ]}
      />
      {isFull && (
        <Suspense>
          <DependantLimit />
        </Suspense>
      )}
      {addsPerson && (
        <Suspense fallback={<Skeleton className="h-56" />}>
          <NewDependantFields
            values={values.newDependant}
            errors={errors}
            onChange={(changed) => onChange({ newDependant: { ...values.newDependant, ...changed } })}
          />
        </Suspense>
      )}
    </div>
  )
}
