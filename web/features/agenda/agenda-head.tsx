import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useState } from 'react'

import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import { WorkToolbar } from '#web/features/work/work-shell.tsx'
import { formatDate, formatLongDay } from '#web/platform/formats.ts'
import type { LiveStatus } from '#web/platform/live.ts'
import { formatDayRange } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { ShowDialog } from './agenda-dialog.ts'
import { allProfessionals, dayView, parseAgendaSearch, weekView } from './agenda-search.ts'
import type { AgendaPlace } from './use-agenda-place.ts'

export type AgendaHeadProps = {
  place: AgendaPlace
  /** Of the days in view; undefined while it loads. */
  agenda: Agenda | undefined
  professionals: readonly AgendaProfessional[]
  /** An id, or `allProfessionals`. */
  chosen: string
  live: LiveStatus
  show: ShowDialog
}

/** The days and the professional in view, and a receptionist's two most frequent actions. */
export function AgendaHead({ place, agenda, professionals, chosen, live, show }: AgendaHeadProps) {
  const { view, date, dates, today, go } = place
  const isDay = view === dayView
  const holiday = isDay && agenda?.holidays.find((each) => each.date === date)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <DayStepper place={place} />
        <div className="min-w-0 grow basis-60">
          <h3 aria-live="polite" className="text-xl first-letter:uppercase">
            {isDay ? formatLongDay(date) : formatDayRange({ from: dates[0] ?? date, to: dates.at(-1) ?? date })}
            {date.slice(0, 4) !== today.slice(0, 4) && (
              <span className="font-normal text-ink-soft">{` ${formatDate(date).slice(-4)}`}</span>
            )}
          </h3>
          <p className="text-sm text-ink-soft">
            {holiday && <span className="font-medium text-clay-strong">{`${holiday.name} · `}</span>}
            {agenda ? summaryOf({ agenda, chosen }) : 'Cargando…'}
          </p>
        </div>
        <WorkToolbar>
          <FrequentActions show={show} />
        </WorkToolbar>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ViewSwitch place={place} />
        <DateField place={place} />
        {professionals.length > 1 && (
          <SelectField
            label="Profesional"
            labelHidden
            value={chosen}
            onChange={({ currentTarget }) => go({ profesional: currentTarget.value })}
            options={[
              { value: allProfessionals, label: 'Todos los profesionales' },
              ...professionals.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            className="min-w-0 grow sm:max-w-72 sm:grow-0"
          />
        )}
        <p role="status" className="ml-auto text-sm text-ink-soft">
          {live === 'lost' && (
            <span className="flex items-center gap-1.5">
              <WifiOff aria-hidden="true" className="size-4" />
              Sin conexión en vivo: se actualiza cada minuto
            </span>
          )}
        </p>
      </div>
    </div>
  )
}

/** While the field has the focus it shows what was typed: the browser forgets half-typed digits when its value is set. */
function DateField({ place: { date, go } }: { place: AgendaPlace }) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label="Ir a la fecha"
      labelHidden
      type="date"
      value={typed ?? date}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        // While a year is typed, the value passes through impossible dates.
        const { fecha: day } = parseAgendaSearch({ fecha: currentTarget.value })
        if (day && day >= '2000-01-01') go({ fecha: day })
      }}
      onBlur={() => setTyped(undefined)}
      className="min-w-0 grow basis-36 sm:grow-0 sm:basis-46"
    />
  )
}

function DayStepper({ place }: { place: AgendaPlace }) {
  const isDay = place.view === dayView
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={isDay ? 'Día anterior' : 'Semana anterior'}
        icon={<ChevronLeft aria-hidden="true" className="size-5" />}
        onClick={place.previous}
      />
      <Button variant="secondary" size="small" className="min-h-11" onClick={() => place.go({ fecha: place.today })}>
        Hoy
      </Button>
      <IconButton
        label={isDay ? 'Día siguiente' : 'Semana siguiente'}
        icon={<ChevronRight aria-hidden="true" className="size-5" />}
        onClick={place.next}
      />
    </div>
  )
}

function FrequentActions({ show }: { show: ShowDialog }) {
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      <Button
        variant="secondary"
        icon={<Search aria-hidden="true" className="size-5" />}
        onClick={() => show({ kind: 'find' })}
        className="grow"
      >
        Buscar persona
      </Button>
      <Button
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={() => show({ kind: 'book' })}
        className="grow"
      >
        Nueva cita
      </Button>
    </div>
  )
}

function ViewSwitch({ place: { view, go } }: { place: AgendaPlace }) {
  const views = [
    { id: dayView, label: 'Día' },
    { id: weekView, label: 'Semana' },
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons are not a set of fields
    <div role="group" aria-label="Vista" className="flex rounded-control border border-control bg-panel p-0.5">
      {views.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={view === id}
          onClick={() => go({ vista: id === dayView ? undefined : id })}
          className={classNames(
            'min-h-9.5 rounded-[0.5rem] px-3.5',
            view === id ? 'bg-action-soft font-semibold text-action' : 'text-ink-soft hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function summaryOf({ agenda, chosen }: { agenda: Agenda; chosen: string }): string {
  const shownAppointments = agenda.appointments.filter(
    ({ professionalId, status }) =>
      (chosen === allProfessionals || professionalId === chosen) && status !== 'cancelled' && status !== 'held',
  )
  const pending = shownAppointments.filter(({ status }) => status === 'pending').length
  const count =
    shownAppointments.length === 0
      ? 'Sin citas'
      : shownAppointments.length === 1
        ? '1 cita'
        : `${shownAppointments.length} citas`
  return pending === 0 ? count : `${count} · ${pending} por confirmar`
}
