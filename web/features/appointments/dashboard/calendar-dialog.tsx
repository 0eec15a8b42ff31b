import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CalendarLinks, calendarValidMs } from '../calendar-button.tsx'

export type CalendarDialogProps = { appointment: Appointment; open: boolean; onClose: () => void }

/** The addresses that add an appointment to a calendar, read again once they have expired. */
export function CalendarDialog({ appointment, open, onClose }: CalendarDialogProps) {
  const { queries } = useApi()
  const query = useQuery({
    ...queries.appointments.calendar.queryOptions({ input: { appointmentId: appointment.id } }),
    enabled: open,
    gcTime: calendarValidMs,
    staleTime: calendarValidMs,
    refetchInterval: calendarValidMs,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="small"
      title="Agregar al calendario"
      description={formatLongMoment(appointment.startsAt)}
    >
      {query.data ? (
        <CalendarLinks links={query.data} />
      ) : (
        <Pending query={query} loading="Preparando los enlaces" failed="No se pudieron preparar los enlaces">
          <Skeleton className="h-11" />
        </Pending>
      )}
    </Dialog>
  )
}
