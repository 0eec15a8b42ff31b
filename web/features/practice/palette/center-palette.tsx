import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { findMinLength, type foundInCenter } from '#contract/contacts.ts'
import { nameWithAge } from '#contract/dependant-words.ts'
import { agendaOfDay } from '#web/features/agenda/agenda-dates.ts'
import { DependantText } from '#web/features/agenda/dependant-text.tsx'
import type { PaletteProps } from '#web/features/work/palette/palette-button.tsx'
import { type PaletteChoice, PaletteDialog } from '#web/features/work/palette/palette-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { localToday } from '#web/platform/local-days.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import CalendarDays from '~icons/lucide/calendar-days'
import Stethoscope from '~icons/lucide/stethoscope'
import UserRound from '~icons/lucide/user-round'

export type CenterPaletteProps = PaletteProps & {
  centerId: string
  /** The centre as the URL names it. */
  center: string | undefined
}

export function CenterPalette({ centerId, center, ...dialog }: CenterPaletteProps) {
  const { queries } = useApi()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const q = useDebounced(text)
  const isSearching = text.length >= findMinLength
  const query = useQuery({
    ...queries.contacts.find.queryOptions({ input: { centerId, q } }),
    enabled: q.length >= findMinLength,
    placeholderData: keepPreviousData,
  })
  return (
    <PaletteDialog
      {...dialog}
      label="Paciente, cita, profesional o sección"
      typed={typed}
      onType={setTyped}
      results={isSearching && query.data ? choicesOf({ results: query.data, center }) : []}
      pending={isSearching && !query.error && (q !== text || query.isFetching)}
      {...(isSearching && query.error && { problem: errorMessage(query.error) })}
    />
  )
}

function choicesOf({
  results: { people, appointments, professionals },
  center,
}: {
  results: z.output<typeof foundInCenter>
  center: string | undefined
}): PaletteChoice[] {
  const to = '/center/dashboard'
  return [
    ...people.map(
      ({ kind, id, name, phone, dependant }): PaletteChoice => ({
        id: `person-${id}`,
        label: name,
        isName: true,
        description: dependant ? <DependantText dependant={dependant} /> : (phone ?? undefined),
        icon: <UserRound aria-hidden="true" />,
        group: 'Pacientes',
        link: { to, search: { centro: center, seccion: 'pacientes', paciente: `${kind}.${id}` } },
      }),
    ),
    ...appointments.map(
      ({ id, name, birthDate, startsAt, professionalName }): PaletteChoice => ({
        id: `appointment-${id}`,
        label: nameWithAge({ name, birthDate, today: localToday() }),
        isName: true,
        description: (
          <>
            {formatLongMoment(startsAt)}
            <RowOwnTime instant={startsAt} />
            {', con '}
            <span translate="no">{professionalName}</span>
          </>
        ),
        icon: <CalendarDays aria-hidden="true" />,
        group: 'Citas próximas',
        link: { to, search: { centro: center, ...agendaOfDay(startsAt), cita: id } },
      }),
    ),
    ...professionals.map(
      ({ id, name }): PaletteChoice => ({
        id: `professional-${id}`,
        label: name,
        isName: true,
        description: 'Ver su agenda',
        icon: <Stethoscope aria-hidden="true" />,
        group: 'Profesionales',
        link: { to, search: { centro: center, seccion: 'agenda', profesional: id } },
      }),
    ),
  ]
}
