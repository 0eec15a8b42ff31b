import { useState } from 'react'

import type { AppointmentStatus } from '#contract/appointments.ts'
import { serverDate } from '#web/platform/server-time.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

type StatusStyle = { tone: BadgeTone; label: string; note?: string }

const styles: Record<AppointmentStatus, StatusStyle> = {
  held: { tone: 'neutral', label: 'Guardada' },
  pending: { tone: 'blue', label: 'Próxima', note: 'El centro tiene que confirmarla' },
  confirmed: { tone: 'blue', label: 'Próxima' },
  completed: { tone: 'green', label: 'Completada' },
  cancelled: { tone: 'red', label: 'Cancelada' },
  no_show: { tone: 'red', label: 'Cancelada', note: 'No asististe' },
}

/** The centre has a day to record whether the patient came; until then the outcome is unknown. */
const toBeClosed: StatusStyle = { tone: 'neutral', label: 'Ya pasó', note: 'El centro todavía no anotó si asististe' }

type ShownAppointment = { status: AppointmentStatus; endsAt: string }

export function statusStyle({ status, endsAt }: ShownAppointment, now: Date): StatusStyle {
  return status === 'confirmed' && new Date(endsAt) <= now ? toBeClosed : styles[status]
}

export function AppointmentStatusBadge({ appointment }: { appointment: ShownAppointment }) {
  const [now] = useState(serverDate)
  const { tone, label, note } = statusStyle(appointment, now)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      {note && <span className="text-sm text-ink-soft">{note}</span>}
    </span>
  )
}
