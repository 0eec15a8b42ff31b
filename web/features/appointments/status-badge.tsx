import type { AppointmentStatus } from '#contract/appointments.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const looks: Record<AppointmentStatus, { tone: BadgeTone; label: string; note?: string }> = {
  held: { tone: 'neutral', label: 'Guardada' },
  pending: { tone: 'blue', label: 'Próxima', note: 'El centro tiene que confirmarla' },
  confirmed: { tone: 'blue', label: 'Próxima' },
  completed: { tone: 'green', label: 'Completada' },
  cancelled: { tone: 'red', label: 'Cancelada' },
  no_show: { tone: 'red', label: 'Cancelada', note: 'No asististe' },
}

export function AppointmentStatusBadge({ status }: { status: AppointmentStatus }) {
  const { tone, label, note } = looks[status]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      {note && <span className="text-sm text-ink-soft">{note}</span>}
    </span>
  )
}
