import { useMutation } from '@tanstack/react-query'

import type { AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { serverDate } from '#web/platform/server-time.ts'

import { usePatchAgenda, useRefreshAgenda } from './refresh-agenda.ts'

/** The contract's verbs that need nothing but the appointment. */
export type AppointmentMark = 'confirm' | 'arrive' | 'undoArrival' | 'complete' | 'noShow' | 'reopen' | 'undoCollection'

type Marking = { centerId: string; mark: AppointmentMark; appointment: AgendaAppointment }

export function useMarkAppointment() {
  const { api } = useApi()
  const patch = usePatchAgenda()
  const refresh = useRefreshAgenda()
  // One mutation for several routes has no mutation key, so it refetches by itself.
  return useMutation({
    mutationFn: async ({ centerId, mark, appointment }: Marking): Promise<AgendaAppointment> =>
      await api.agenda[mark]({ centerId, appointmentId: appointment.id, version: appointment.version }),
    onMutate: ({ centerId, mark, appointment }) => {
      // Only a mark that sends no mail may show before the server has accepted it.
      if (mark === 'arrive') patch({ ...appointment, arrivedAt: serverDate().toISOString() }, { centerId })
      if (mark === 'undoArrival') patch({ ...appointment, arrivedAt: null }, { centerId })
    },
    onSuccess: (changed, { centerId }) => {
      patch(changed, { centerId })
      void refresh({ centerId })
    },
    onError: (_error, { centerId, appointment }) => {
      patch(appointment, { centerId })
      void refresh({ centerId })
    },
  })
}
