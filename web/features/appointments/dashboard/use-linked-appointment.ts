import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'
import type { OpenAction } from './appointment-action.ts'
import type { DashboardSearch, LinkedAction } from './dashboard-search.ts'

/** Opens the dialog that the URL names, once. An appointment that can no longer be changed shows its details. */
export function useLinkedAppointment({
  search,
  show,
  onMissing,
}: {
  search: DashboardSearch
  show: OpenAction
  onMissing: (href: string) => void
}) {
  const navigate = useNavigate({ from: '/dashboard' })
  const { queries } = useApi()
  const { appointment: appointmentId, act: action = 'details' } = search
  const { data, error } = useQuery({
    ...queries.appointments.get.queryOptions({ input: { appointmentId: appointmentId ?? '' } }),
    enabled: appointmentId !== undefined,
  })

  const settle = useEffectEvent(() => {
    if (data) show(allowedAction({ action, appointment: data }), data)
    else if (action === 'pay' && errorCode(error) === 'appointments.not_found')
      toast({ kind: 'destructive', ...lostTime })
    else if (errorCode(error) === 'appointments.not_found') onMissing(linkTo(search))
    else toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    void navigate({
      search: (before) => ({ ...before, appointment: undefined, act: undefined }),
      replace: true,
    })
  })
  const isSettled = appointmentId !== undefined && (data !== undefined || error !== null)
  useEffect(() => {
    if (isSettled) settle()
  }, [isSettled])
}

const lostTime = {
  title: 'La hora ya no está guardada',
  description: 'Pasó el plazo para pagarla, o elegiste otra después. Elige una hora de nuevo para reservar.',
}

export function linkTo({ appointment = '', act }: DashboardSearch): string {
  return `/dashboard?${new URLSearchParams({ appointment, ...(act && { act }) })}`
}

function allowedAction({
  action,
  appointment: { can, deposit },
}: {
  action: LinkedAction
  appointment: Appointment
}): LinkedAction {
  // The dialog of a record says itself when there is none.
  if (action === 'details' || action === 'record' || can[action]) return action
  // While the gateway decides, the dialog says so.
  return action === 'pay' && deposit?.isDue ? action : 'details'
}
