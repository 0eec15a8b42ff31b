import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

import type { Agenda, AgendaCell, AgendaProfessional } from '#contract/agenda.ts'
import { formatLongDay, formatTime } from '#web/platform/formats.ts'
import { localClock } from '#web/platform/local-instants.ts'

import { cellName, styleOf } from '../appointment-style.ts'
import '../calendar/calendar.css'
import { provisionalWord } from '../calendar/marks.tsx'

export type DaySheetsProps = {
  agenda: Agenda
  date: string
  professionals: readonly AgendaProfessional[]
  centerName: string
}

/** The day on paper: a page per professional. Rendered only while printing, by the button or the browser's own command. */
export function DaySheets(props: DaySheetsProps) {
  const isPrinting = useIsPrinting()
  return isPrinting ? createPortal(<Sheets {...props} />, document.body) : null
}

function Sheets({ agenda, date, professionals, centerName }: DaySheetsProps) {
  const dayAppointments = agenda.appointments.filter(
    ({ startsAt, status }) => status !== 'cancelled' && status !== 'held' && localClock(startsAt).date === date,
  )
  const pages = professionals
    .map((professional) => ({
      professional,
      appointments: dayAppointments
        .filter(({ professionalId }) => professionalId === professional.id)
        .sort((a, b) => a.startsAt.localeCompare(b.startsAt)),
    }))
    // A professional without appointments gets no page, unless it is the only one in view.
    .filter(({ appointments }) => appointments.length > 0 || professionals.length === 1)
  return (
    <div className="day-sheets">
      {pages.length === 0 && (
        <p>
          <span translate="no">{centerName}</span>
          {`: no hay citas el ${formatLongDay(date)}.`}
        </p>
      )}
      {pages.map(({ professional, appointments }) => (
        <section key={professional.id} className="day-sheet">
          <h1 translate="no" className="text-xl">
            {professional.name}
          </h1>
          <p className="mb-3 first-letter:uppercase">
            {`${formatLongDay(date)} de ${date.slice(0, 4)} · `}
            <span translate="no">{centerName}</span>
          </p>
          <Sheet appointments={appointments} />
        </section>
      ))}
    </div>
  )
}

function Sheet({ appointments }: { appointments: readonly AgendaCell[] }) {
  if (appointments.length === 0) return <p>Sin citas.</p>
  const cell = 'border-b border-line py-2 pr-3 align-top'
  return (
    <table className="w-full border-collapse text-left text-sm">
      <thead>
        <tr>
          {['Hora', 'Persona', 'Teléfono', 'Servicio', 'Notas'].map((title) => (
            <th key={title} scope="col" className="border-b-2 border-control py-1 pr-3">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {appointments.map((appointment) => (
          <tr key={appointment.id}>
            <td className={`${cell} whitespace-nowrap tabular-nums`}>
              {`${formatTime(appointment.startsAt)}–${formatTime(appointment.endsAt)}`}
            </td>
            <td className={cell}>
              <strong translate="no">{cellName(appointment)}</strong>
              {appointment.guardianName && (
                <span className="block">
                  A cargo de <span translate="no">{appointment.guardianName}</span>
                </span>
              )}
              {appointment.isProvisional && <span className="block">{provisionalWord}</span>}
              {appointment.status !== 'confirmed' && <span className="block">{styleOf(appointment).word}</span>}
            </td>
            <td className={`${cell} whitespace-nowrap`}>{appointment.phone}</td>
            <td className={cell}>
              {appointment.service}
              {appointment.place === 'online' && <span className="block">Online</span>}
              {appointment.place === 'home' && (
                <span className="block">
                  {appointment.homeAddress ? `A domicilio: ${appointment.homeAddress}` : 'A domicilio'}
                </span>
              )}
            </td>
            <td className={`${cell} w-1/4`} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const media = matchMedia('print')
    // The browser captures the page as soon as the listener returns.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    const change = () => (media.matches ? begin() : end())
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    media.addEventListener('change', change)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      media.removeEventListener('change', change)
    }
  }, [])
  return isPrinting
}
