import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Availability } from '#contract/availability.ts'
import type { Membership } from '#contract/memberships.ts'
import { LeaveDialog } from '#web/features/auth/unsaved-changes.tsx'
import { readableHours } from '#web/features/centers/opening-hours.ts'
import { useApi } from '#web/platform/api.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

import { HolidaysCard } from './holidays-card.tsx'
import { TimeOffCard } from './time-off-card.tsx'
import { WeekCard } from './week-card.tsx'

export function AvailabilitySection({ membership }: { membership: Membership }) {
  const { centerId, can } = membership
  const query = useAvailability({ centerId })
  const [chosenId, setChosenId] = useState<string>()
  /** The professional chosen while the week in view has unsaved changes. */
  const [requestedId, setRequestedId] = useState<string>()
  const [isDirty, setDirty] = useState(false)
  if (!query.data) {
    return <Pending query={query} loading="Cargando los horarios" failed="No se pudieron cargar los horarios" />
  }
  const { items } = query.data
  const selected = items.find(({ professionalId }) => professionalId === chosenId) ?? items[0]
  if (!selected) return <NoProfessionals canAdd={can.manage} centerId={centerId} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {items.length > 1 && (
        <SelectField
          label="Profesional"
          value={selected.professionalId}
          options={items.map(({ professionalId, name }) => ({ value: professionalId, label: name, isName: true }))}
          onChange={(event) => (isDirty ? setRequestedId : setChosenId)(event.target.value)}
          className="max-w-sm"
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_25rem]">
        {selected.can.setHours ? (
          <WeekCard key={selected.professionalId} centerId={centerId} availability={selected} onDirty={setDirty} />
        ) : (
          <ReadOnlyWeek availability={selected} />
        )}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <TimeOffCard centerId={centerId} people={items} selected={selected} />
          <HolidaysCard centerId={centerId} items={items} isOwn={!can.seeWholeCenter} />
        </div>
      </div>
      <LeaveDialog
        open={requestedId !== undefined}
        onStay={() => setRequestedId(undefined)}
        onLeave={() => setChosenId(requestedId)}
      />
    </div>
  )
}

function NoProfessionals({ canAdd, centerId }: { canAdd: boolean; centerId: string }) {
  return (
    <EmptyState
      drawing="team"
      title="Todavía no hay profesionales"
      heading="h3"
      className="rounded-card bg-sand"
      action={
        canAdd && (
          <Link to="/center/dashboard" search={{ seccion: 'equipo', centro: centerId }} className={buttonClass()}>
            Agregar a un profesional
          </Link>
        )
      }
    >
      Los horarios son de cada profesional: con el primero aparecen aquí.
    </EmptyState>
  )
}

function useAvailability({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery(queries.availability.list.queryOptions({ input: { centerId } }))
}

function ReadOnlyWeek({ availability }: { availability: Availability }) {
  return (
    <Card as="section" aria-labelledby="week" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 id="week">
          Horario semanal de <span translate="no">{availability.name}</span>
        </h3>
        <p className="text-ink-soft">Lo cambia quien dirige el centro.</p>
      </div>
      {availability.hours.length === 0 ? (
        <p>Todavía no tiene un horario.</p>
      ) : (
        <dl className="grid gap-2">
          {readableHours(availability.hours).map(({ days, hours }) => (
            <div key={days} className="gap-x-4 sm:flex">
              <dt className="shrink-0 font-medium sm:w-40">{days}</dt>
              <dd className="text-ink-soft tabular-nums">{hours}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
