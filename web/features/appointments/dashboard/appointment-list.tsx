import { type ReactNode, useRef } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { Button } from '#web/ui/button.tsx'

import { AppointmentRow } from './appointment-row.tsx'

export type AppointmentListProps = {
  appointments: readonly Appointment[]
  actionsOf: (appointment: Appointment) => ReactNode
  /** Brings the next page; missing after the last one. */
  more: (() => Promise<unknown>) | undefined
  loadingMore: boolean
}

export function AppointmentList({ appointments, actionsOf, more, loadingMore }: AppointmentListProps) {
  const list = useRef<HTMLUListElement>(null)

  async function showMore(load: () => Promise<unknown>) {
    const known = appointments.length
    await load()
    // The button goes away with the last page; reading goes on from the first new one.
    requestAnimationFrame(() => {
      const first = list.current?.children[known]
      if (first instanceof HTMLElement) first.focus()
    })
  }

  return (
    <div className="grid gap-3">
      <ul ref={list} className="grid gap-3">
        {appointments.map((appointment) => (
          <AppointmentRow key={appointment.id} appointment={appointment} actions={actionsOf(appointment)} />
        ))}
      </ul>
      {more && (
        <Button
          variant="secondary"
          className="mt-1 justify-self-center"
          pending={loadingMore}
          pendingLabel="Cargando…"
          onClick={() => void showMore(more)}
        >
          Ver más
        </Button>
      )}
    </div>
  )
}
