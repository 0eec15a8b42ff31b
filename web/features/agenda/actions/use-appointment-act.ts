import { useMutation } from '@tanstack/react-query'

import type { AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'

import { whoComes } from '../appointment-style.ts'
import { useAgendaPatch, useAgendaRefresh } from '../use-agenda.ts'

/** What needs no more than a press. */
export type Act = 'confirm' | 'arrive' | 'undoArrival' | 'complete' | 'noShow' | 'reopen' | 'undoCollection'

const said: Record<Act, string> = {
  confirm: 'Cita confirmada',
  arrive: 'Llegada anotada',
  undoArrival: 'Se borró la llegada',
  complete: 'Cita completada',
  noShow: 'Inasistencia anotada',
  reopen: 'La cita volvió a como estaba',
  undoCollection: 'Se borró el cobro',
}

/** Takes back what was marked by mistake. */
const undoing: Partial<Record<Act, Act>> = { arrive: 'undoArrival', complete: 'reopen', noShow: 'reopen' }

/** Marks an appointment, says so, and offers to take it back. */
export function useAppointmentAct({ centerId, onDone }: { centerId: string; onDone?: (() => void) | undefined }) {
  const { api } = useApi()
  const patch = useAgendaPatch({ centerId })
  const refresh = useAgendaRefresh({ centerId })
  const run = async ({ act, appointment }: { act: Act; appointment: AgendaAppointment }) =>
    await api.agenda[act]({ centerId, appointmentId: appointment.id })

  async function undo(act: Act, appointment: AgendaAppointment) {
    try {
      patch(await run({ act, appointment }))
      toast({ kind: 'success', title: said[act], description: whoComes(appointment) })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo deshacer', description: errorMessage(error) })
    }
    await refresh()
  }

  return useMutation({
    mutationFn: run,
    onMutate: ({ act, appointment }) => {
      // Only a mark that nobody is told of may show before the server agreed.
      if (act === 'arrive') patch({ ...appointment, arrivedAt: new Date().toISOString() })
      if (act === 'undoArrival') patch({ ...appointment, arrivedAt: null })
    },
    onSuccess: (changed, { act }) => {
      patch(changed)
      void refresh()
      const back = undoing[act]
      toast({
        kind: 'success',
        title: act === 'undoCollection' && changed.payment?.refundedAt ? 'Anotado como devuelto' : said[act],
        description: whoComes(changed),
        ...(back && { durationMs: 8000, action: { label: 'Deshacer', onPress: () => void undo(back, changed) } }),
      })
      onDone?.()
    },
    onError: (_error, { appointment }) => {
      patch(appointment)
      void refresh()
    },
  })
}
