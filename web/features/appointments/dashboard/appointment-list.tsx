import { type ReactNode, useRef } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { MoreButton } from '#web/ui/more-button.tsx'

import { AppointmentRow, type AppointmentRowProps } from './appointment-row.tsx'

export type AppointmentListProps = {
  appointments: readonly Appointment[]
  actionsOf: (appointment: Appointment) => ReactNode
  menuOf?: (appointment: Appointment) => ReactNode
  heading?: AppointmentRowProps['heading']
  /** Loads the next page; undefined after the last one. */
  more: (() => Promise<unknown>) | undefined
  loadingMore: boolean
}

export function AppointmentList({ appointments, actionsOf, menuOf, heading, more, loadingMore }: AppointmentListProps) {
  const list = useRef<HTMLUListElement>(null)

  return (
    <div className="grid gap-3">
      <ul ref={list} className="grid gap-3">
        {appointments.map((appointment) => (
          <AppointmentRow
            key={appointment.id}
            appointment={appointment}
            actions={actionsOf(appointment)}
            menu={menuOf?.(appointment)}
            {...(heading && { heading })}
          />
        ))}
      </ul>
      <MoreButton list={list} more={more} pending={loadingMore} className="mt-1 justify-self-center" />
    </div>
  )
}
