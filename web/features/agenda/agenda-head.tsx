import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import { useHasSideNav } from '#web/features/work/use-has-side-nav.ts'
import { WorkToolbar } from '#web/features/work/work-shell.tsx'
import { formatDate, formatDayRange, formatLongDay } from '#web/platform/formats.ts'
import type { LiveStatus } from '#web/platform/live.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageDateField } from '#web/ui/page-date-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import Gift from '~icons/lucide/gift'
import Plus from '~icons/lucide/plus'
import UserRoundSearch from '~icons/lucide/user-round-search'
import WifiOff from '~icons/lucide/wifi-off'

import type { ShowDialog } from './agenda-dialog.ts'
import { agendaRange, allProfessionals, dayView, weekView } from './agenda-search.ts'
import type { AgendaPlace } from './use-agenda-place.ts'

export type AgendaHeadProps = {
  place: AgendaPlace
  /** The agenda of the days in view; undefined while it loads. */
  agenda: Agenda | undefined
  professionals: readonly AgendaProfessional[]
  /** An id, or `allProfessionals`. */
  chosenProfessional: string
  show: ShowDialog
}

/** The days and the professional in view, and «Nueva cita». A narrow window has only the day's arrows in the toolbar row. */
export function AgendaHead(props: AgendaHeadProps) {
  const isWide = useHasSideNav()
  if (isWide) {
    return (
      <WorkToolbar>
        <DayStepper place={props.place} />
        <DayHeading {...props} />
        <ViewFields {...props} />
        <HandoverButton show={props.show} />
        <NewAppointment show={props.show} />
      </WorkToolbar>
    )
  }
  return (
    <>
      <WorkToolbar>
        <DayStepper place={props.place} />
      </WorkToolbar>
      <div className="grid gap-3 px-4 pt-3 sm:px-6">
        <div className="flex items-center gap-3 max-[22rem]:flex-wrap">
          <DayHeading {...props} />
          <IconButton
            label="Buscar persona"
            icon={<UserRoundSearch aria-hidden="true" className="size-5" />}
            onClick={() => props.show({ kind: 'find' })}
          />
          <HandoverButton show={props.show} />
          <NewAppointment show={props.show} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ViewFields {...props} />
        </div>
      </div>
    </>
  )
}

function DayHeading({ place, agenda, chosenProfessional }: AgendaHeadProps) {
  const { view, date, dates, today } = place
  const isDay = view === dayView
  const holiday = isDay && agenda?.holidays.find((each) => each.date === date)
  return (
    <div className="min-w-0 grow basis-40 max-[22rem]:basis-full lg:max-[90rem]:basis-24">
      {/* Between a tablet and a wide window a long day takes two lines of the toolbar, in a smaller type. */}
      <h3
        aria-live="polite"
        className="truncate leading-snug first-letter:uppercase max-[90rem]:whitespace-normal lg:max-[90rem]:text-[0.9375rem] lg:max-[90rem]:leading-tight"
      >
        {isDay ? formatLongDay(date) : formatDayRange({ from: dates[0] ?? date, to: dates.at(-1) ?? date })}
        {date.slice(0, 4) !== today.slice(0, 4) && (
          <span className="font-normal text-ink-soft">{` ${formatDate(date).slice(-4)}`}</span>
        )}
      </h3>
      <p className="truncate text-sm leading-tight text-ink-soft">
        {holiday && <span className="font-medium text-clay-strong">{`${holiday.name} · `}</span>}
        {agenda ? summaryOf({ agenda, chosenProfessional }) : 'Cargando…'}
      </p>
    </div>
  )
}

function ViewFields({ place, professionals, chosenProfessional }: AgendaHeadProps) {
  return (
    <>
      <ViewSwitch place={place} />
      <PageDateField
        label="Ir a la fecha"
        labelHidden
        value={place.date}
        {...agendaRange}
        onDate={(date) => place.go({ fecha: date })}
        className="min-w-0 grow basis-40 sm:grow-0 sm:basis-43 lg:max-w-43 lg:shrink-0 lg:max-[90rem]:basis-40"
      />
      {professionals.length > 1 && (
        <SelectField
          label="Profesional"
          labelHidden
          value={chosenProfessional}
          onChange={({ currentTarget }) => place.go({ profesional: currentTarget.value })}
          options={[
            { value: allProfessionals, label: 'Todo el equipo' },
            ...professionals.map(({ id, name }) => ({ value: id, label: name, isName: true })),
          ]}
          className="min-w-0 grow sm:max-w-72 sm:grow-0 lg:w-44 lg:max-w-44 lg:max-[90rem]:w-36"
        />
      )}
    </>
  )
}

export function LiveNotice({ live }: { live: LiveStatus }) {
  return (
    <p role="status" className="my-1 text-sm text-ink-soft empty:hidden">
      {live === 'lost' && (
        <span className="flex items-center gap-1.5">
          <WifiOff aria-hidden="true" className="size-4" />
          Sin conexión en vivo: se actualiza cada minuto
        </span>
      )}
    </p>
  )
}

function DayStepper({ place }: { place: AgendaPlace }) {
  const isDay = place.view === dayView
  return (
    <div className="-ml-2 flex items-center">
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

function HandoverButton({ show }: { show: ShowDialog }) {
  return (
    <IconButton
      label="Entregar una recompensa"
      icon={<Gift aria-hidden="true" className="size-5" />}
      onClick={() => show({ kind: 'handover' })}
    />
  )
}

function NewAppointment({ show }: { show: ShowDialog }) {
  return (
    <Button
      icon={<Plus aria-hidden="true" className="size-5" />}
      onClick={() => show({ kind: 'book' })}
      className="shrink-0 px-3.5"
    >
      Nueva cita
    </Button>
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
            'min-h-9.5 rounded-[0.5rem] px-3',
            view === id ? 'bg-action-soft font-semibold text-action' : 'text-ink-soft hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function summaryOf({ agenda, chosenProfessional }: { agenda: Agenda; chosenProfessional: string }): string {
  const shownAppointments = agenda.appointments.filter(
    ({ professionalId, status }) =>
      (chosenProfessional === allProfessionals || professionalId === chosenProfessional) &&
      status !== 'cancelled' &&
      status !== 'held',
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
