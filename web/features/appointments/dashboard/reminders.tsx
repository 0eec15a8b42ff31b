import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { placeLabels } from '#contract/places.ts'
import type { Reminder } from '#contract/reminders.ts'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay, formatLongMoment } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { openTabChannel } from '#web/platform/tab-channel.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { dot } from '#web/ui/dot.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.ts'
import X from '~icons/lucide/x'
import { useAppointmentList } from './use-appointment-list.ts'

const channelName = 'senda.reminders'

export function useReminders() {
  const { queries } = useApi()
  const session = useSession()
  // Appointments come nearer while the page is open.
  return useQuery({
    ...queries.reminders.list.queryOptions(),
    enabled: session.status === 'signedIn',
    refetchInterval: minuteMs,
  })
}

/**
 * The appointments of the next 48 hours, and the missing reviews. Renders nothing when there are none. `besideList`: the page
 * lists the upcoming appointments, where each has its own reminder.
 */
export function Reminders({ besideList }: { besideList: boolean }) {
  const { data } = useReminders()
  const { items: listed } = useAppointmentList('upcoming')
  useReminderChanges()
  const isListed = (id: string) => besideList && (!listed || listed.some((appointment) => appointment.id === id))
  const shown = data?.items.filter(({ kind, appointmentId }) => kind === 'review' || !isListed(appointmentId))
  if (!shown || shown.length === 0) return null
  return (
    <section aria-labelledby="reminders-title" className="grid gap-2">
      <h2 id="reminders-title" className="text-lg">
        Recordatorios
      </h2>
      <ul className="grid gap-2">
        {shown.map((reminder) => (
          <ReminderRow key={`${reminder.kind} ${reminder.appointmentId}`} reminder={reminder} />
        ))}
      </ul>
    </section>
  )
}

function ReminderRow({ reminder }: { reminder: Reminder }) {
  const dismiss = useDismissReminder()
  const { kind } = reminder

  return (
    <li className="flex items-start justify-between gap-1 rounded-card border border-line bg-panel py-2 ps-4 pe-1">
      <div className="min-w-0 py-1 text-sm">
        {kind === 'review' ? <ReviewReminder {...reminder} /> : <AppointmentReminder {...reminder} />}
      </div>
      <IconButton
        label={`Descartar: ${kind === 'review' ? 'calificar la consulta' : 'la cita'} del ${formatLongDay(reminder.startsAt)}`}
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={() => void dismiss(reminder)}
      />
    </li>
  )
}

function AppointmentReminder({ appointmentId, startsAt, place, professionalName, dependantName }: Reminder) {
  return (
    <>
      <Link to="/dashboard" search={{ appointment: appointmentId, act: 'details' }} className="link font-medium">
        {formatLongMoment(startsAt)}
      </Link>
      <RowOwnTime instant={startsAt} className="block text-ink-soft" />
      <p className="text-ink-soft">
        {[professionalName, placeLabels[place], dependantName && `Para ${dependantName}`].filter(Boolean).join(dot)}
      </p>
    </>
  )
}

function ReviewReminder({ appointmentId, startsAt, professionalName }: Reminder) {
  return (
    <>
      <Link to="/dashboard" search={{ appointment: appointmentId, act: 'review' }} className="link font-medium">
        {`Califica tu consulta con ${professionalName}`}
      </Link>
      <p className="text-ink-soft">{`Fue el ${formatLongDay(startsAt)}.`}</p>
    </>
  )
}

/** The reminder of an upcoming appointment; undefined when it has none, or it was dismissed. */
export function useAppointmentReminder(appointmentId: string) {
  const { data } = useReminders()
  const dismiss = useDismissReminder()
  const reminder = data?.items.find((item) => item.kind === 'appointment' && item.appointmentId === appointmentId)
  return reminder && { dismiss: () => dismiss(reminder) }
}

/** Dismisses a reminder, and offers to restore it. The browser's other tabs refetch theirs. */
function useDismissReminder() {
  const { queries } = useApi()
  const onSuccess = () => {
    const channel = openTabChannel(channelName)
    channel?.postMessage('changed')
    channel?.close()
  }
  const dismissal = useMutation(queries.reminders.dismiss.mutationOptions({ onSuccess }))
  const restoration = useMutation(queries.reminders.restore.mutationOptions({ onSuccess }))

  return async ({ kind, appointmentId }: Pick<Reminder, 'kind' | 'appointmentId'>): Promise<void> => {
    try {
      await dismissal.mutateAsync({ kind, appointmentId })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
      return
    }
    toast({
      title: 'Recordatorio descartado',
      action: { label: 'Deshacer', onPress: () => restoration.mutate({ kind, appointmentId }) },
    })
  }
}

/** Refetches the reminders when another tab dismisses one, which sends no live event. */
function useReminderChanges(): void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  useEffect(() => {
    const channel = openTabChannel(channelName)
    if (!channel) return undefined
    channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: queries.reminders.key() })
    return () => channel.close()
  }, [queryClient, queries])
}
