import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { DeskToday } from '#contract/desk-tasks.ts'
import { agendaOfDay } from '#web/features/agenda/agenda-dates.ts'
import type { AgendaSearch } from '#web/features/agenda/agenda-search.ts'
import { attendeeName } from '#web/features/agenda/appointment-style.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { formatDay, formatLongDay, formatMoney, formatTime } from '#web/platform/formats.ts'
import { useNow, useToday } from '#web/platform/use-now.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { IconComponent } from '#web/ui/icon.tsx'
import AlarmClock from '~icons/lucide/alarm-clock'
import Armchair from '~icons/lucide/armchair'
import Banknote from '~icons/lucide/banknote'
import CalendarClock from '~icons/lucide/calendar-clock'
import CircleAlert from '~icons/lucide/circle-alert'
import Coffee from '~icons/lucide/coffee'
import { Requests } from './requests.tsx'

type Appointment = DeskToday['next']['items'][number]

export function TodaySection({ centerId, today }: { centerId: string; today: DeskToday }) {
  return (
    <>
      <Requests centerId={centerId} requests={today.requests} />
      <section aria-labelledby="today-title" className="grid gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 id="today-title">{`Hoy, ${formatLongDay(today.date)}`}</h3>
          <p className="text-ink-soft">{summaryOf(today)}</p>
        </div>
        <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <Panels today={today} />
        </div>
      </section>
    </>
  )
}

function Panels({ today }: { today: DeskToday }) {
  const { next, late, arrived, unpaid, toClose, gaps } = today
  const now = useNow()
  return (
    <>
      {late.count > 0 && (
        <TodayPanel title="Se atrasan" tone="amber" Icon={AlarmClock} list={late}>
          {(each) => <AppointmentLine appointment={each} note={minutesLate({ startsAt: each.startsAt, now })} />}
        </TodayPanel>
      )}
      <TodayPanel title="Llegaron" Icon={Armchair} list={arrived} empty="Por ahora no hay nadie esperando.">
        {(each) => (
          <AppointmentLine appointment={each} note={each.arrivedAt && `desde las ${formatTime(each.arrivedAt)}`} />
        )}
      </TodayPanel>
      <TodayPanel title="Siguen" Icon={CalendarClock} list={next} empty={nothingNext(today)}>
        {(each) => <AppointmentLine appointment={each} />}
      </TodayPanel>
      {unpaid.count > 0 && (
        <TodayPanel title="Sin cobrar" tone="amber" Icon={Banknote} list={unpaid}>
          {(each) => <AppointmentLine appointment={each} note={formatMoney(each.priceCents)} />}
        </TodayPanel>
      )}
      {toClose.count > 0 && (
        <TodayPanel title="Sin cerrar" tone="amber" Icon={CircleAlert} list={toClose}>
          {(each) => <AppointmentLine appointment={each} withDay />}
        </TodayPanel>
      )}
      <TodayPanel title="Huecos libres" Icon={Coffee} list={gaps} empty="Hoy no quedan huecos.">
        {({ professionalId, professionalName, startsAt, endsAt }) => (
          <Line
            place={{ ...agendaOfDay(startsAt), profesional: professionalId }}
            time={`${formatTime(startsAt)}–${formatTime(endsAt)}`}
            name={professionalName}
          />
        )}
      </TodayPanel>
    </>
  )
}

function AppointmentLine({
  appointment,
  note,
  withDay = false,
}: {
  appointment: Appointment
  note?: ReactNode
  withDay?: boolean
}) {
  const { id, startsAt, professionalName } = appointment
  const isToday = agendaOfDay(startsAt).fecha === useToday()
  return (
    <Line
      place={{ ...agendaOfDay(startsAt), cita: id }}
      time={withDay && !isToday ? `${formatDay(startsAt)}, ${formatTime(startsAt)}` : formatTime(startsAt)}
      name={attendeeName(appointment)}
      note={
        <>
          {note && <span className="font-medium text-ink">{note} · </span>}
          <span translate="no">{professionalName}</span>
          <RowOwnTime instant={startsAt} />
        </>
      }
    />
  )
}

type LineProps = { place: AgendaSearch & { seccion: 'agenda' }; time: string; name: string; note?: ReactNode }

function Line({ place, time, name, note }: LineProps) {
  return (
    <Link
      to="/center/dashboard"
      search={({ centro }) => ({ centro, ...place })}
      className="flex min-h-11 items-baseline gap-3 cramped:flex-wrap cramped:gap-y-0 px-4 py-2 leading-snug -outline-offset-3 hover:bg-action-soft"
    >
      <span className="shrink-0 tabular-nums">{time}</span>
      <span className="min-w-0">
        <span translate="no" className="block font-semibold wrap-break-word">
          {name}
        </span>
        {note && <span className="block text-sm text-ink-soft">{note}</span>}
      </span>
    </Link>
  )
}

function minutesLate({ startsAt, now }: { startsAt: string; now: Date }): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - Date.parse(startsAt)) / minuteMs))
  return `${minutes} min tarde`
}

function summaryOf({ count, next, late }: DeskToday): string {
  if (count === 0) return 'Sin citas'
  const toCome = next.count + late.count
  const total = count === 1 ? '1 cita' : `${count} citas`
  return toCome === 0 ? total : `${total}, ${toCome} por llegar`
}

function nothingNext({ count }: DeskToday): string {
  return count === 0 ? 'Hoy no hay citas agendadas.' : 'No queda nadie por llegar hoy.'
}

type TodayPanelProps<Line> = {
  title: string
  Icon: IconComponent
  list: { count: number; items: readonly Line[] }
  /** Amber for a list that waits for the member. */
  tone?: 'amber'
  empty?: string
  children: (line: Line) => ReactNode
}

function TodayPanel<Line>({ title, Icon, list, tone, empty, children }: TodayPanelProps<Line>) {
  const { count, items } = list
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="overflow-clip rounded-card border border-line bg-panel">
      <div
        className={classNames(
          'flex min-h-11 items-center gap-2 border-b border-line px-4',
          tone === 'amber' && 'bg-amber-soft',
        )}
      >
        <Icon aria-hidden="true" className={classNames('size-5', tone === 'amber' ? 'text-amber' : 'text-action')} />
        <h4 id={titleId} className="font-semibold">
          {title}
        </h4>
        {count > 0 && <span className="ml-auto text-ink-soft tabular-nums">{count}</span>}
      </div>
      {count === 0 ? (
        <p className="px-4 py-3 text-ink-soft">{empty}</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no state
            <li key={index}>{children(line)}</li>
          ))}
          {count > items.length && (
            <li className="px-4 py-2 text-sm text-ink-soft">{`y ${count - items.length} más en la agenda`}</li>
          )}
        </ul>
      )}
    </section>
  )
}
