import { useQueryClient } from '@tanstack/react-query'

import type { Agenda, AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'

import { cellOf } from '../appointment-style.ts'

type InCenter = { centerId: string }

/**
 * Refetches what shows the centre's days, after a live event or a mark: the reads of agendaChanges in the contract.
 * Resolves once the data in view is fresh.
 */
export function useRefreshAgenda(): (input: InCenter) => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return async ({ centerId }) => {
    const input = { centerId }
    void queryClient.invalidateQueries({ queryKey: queries.agenda.freeTimes.key({ input }) })
    void queryClient.invalidateQueries({ queryKey: queries.agenda.tasks.key({ input }) })
    // An appointment that no dialog shows would be outdated in the next one.
    queryClient.removeQueries({ queryKey: queries.agenda.appointment.key({ input }), type: 'inactive' })
    void queryClient.invalidateQueries({ queryKey: queries.contacts.key() })
    void queryClient.invalidateQueries({ queryKey: queries.tills.key() })
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.agenda.today.key({ input }) }),
      queryClient.invalidateQueries({ queryKey: queries.practice.figures.key({ input }) }),
      queryClient.invalidateQueries({ queryKey: queries.agenda.get.key({ input }) }),
      queryClient.invalidateQueries({ queryKey: queries.agenda.appointment.key({ input }) }),
    ])
  }
}

/** Puts a changed appointment into the loaded days and its dialog immediately; the refetch that follows updates everything else. */
export function usePatchAgenda(): (changed: AgendaAppointment, input: InCenter) => void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return (changed, { centerId }) => {
    const input = { centerId, appointmentId: changed.id }
    queryClient.setQueryData(queries.agenda.appointment.queryKey({ input }), changed)
    const cell = cellOf(changed)
    queryClient.setQueriesData<Agenda>({ queryKey: queries.agenda.get.key({ input: { centerId } }) }, (agenda) => {
      if (!agenda?.appointments.some(({ id }) => id === changed.id)) return agenda
      return { ...agenda, appointments: agenda.appointments.map((each) => (each.id === changed.id ? cell : each)) }
    })
  }
}
