import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AgendaAppointment } from '#contract/agenda.ts'
import type { DayChange } from '#contract/day-changes.ts'
import { countedAppointments } from '#contract/series.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import type { Canceller } from '../actions/cancellation-words.ts'
import { attendeeName } from '../appointment-style.ts'
import { cancelledTitle, seriesCancellationWords } from './change-words.ts'
import type { Scope } from './scope-field.tsx'

type Cancelling = { centerId: string; appointment: AgendaAppointment; by: Canceller | undefined; open: boolean }

/** Cancels several appointments of a series, once a preview has said what that does. */
export function useSeriesCancellation({ centerId, appointment, by, open }: Cancelling) {
  const { queries } = useApi()
  const cancellation = useMutation(queries.agenda.cancelSeries.mutationOptions())
  const [scope, setScope] = useState<Scope>('one')
  const [result, setResult] = useState<DayChange>()
  // A result with open tasks stays on screen until the receptionist closes it.
  const mustBeRead = useRef(false)
  const isOn = scope !== 'one'
  const target = {
    centerId,
    appointmentId: appointment.id,
    scope: isOn ? scope : 'following',
    by: by ?? 'center',
  } as const
  const preview = useQuery({
    ...queries.agenda.cancelSeries.queryOptions({ input: { ...target, reason: '', preview: true } }),
    enabled: isOn && by !== undefined && open && !result,
    gcTime: 0,
    // A colleague's change, or the preview before this one, is over in a moment.
    retry: (count, error) => errorCode(error) === 'agenda.many_in_progress' && count < 6,
    retryDelay: 800,
  })
  const change = isOn && by ? preview.data : undefined
  const count = change?.changed ?? 0

  return {
    isOn,
    scope,
    setScope,
    result,
    mustBeRead,
    isReady: count > 0,
    words: {
      confirm: count > 0 ? `Cancelar ${countedAppointments(count)}` : 'Cancelar las citas',
      keep: 'Volver',
      done: cancelledTitle(count),
    },
    consequences(waiting: string): string[] {
      if (!by) return [waiting]
      if (preview.error) return [errorMessage(preview.error)]
      if (!change) return ['Mirando qué citas se cancelan…']
      return seriesCancellationWords({ change, by, isByPackage: appointment.isByPackage })
    },
    async cancel(reason: string) {
      const done = await cancellation
        .mutateAsync({ ...target, reason, terms: change?.terms })
        .catch((error: unknown) => {
          // The dialog stays open, with what would happen now.
          void preview.refetch()
          throw error
        })
      mustBeRead.current = done.unchanged.length + done.toCall.length > 0
      if (mustBeRead.current) setResult(done)
      const notice = done.notified.length > 0 ? ' Le enviamos un solo correo con todas las fechas.' : ''
      return { title: cancelledTitle(done.changed), description: `${attendeeName(appointment)}.${notice}` }
    },
  }
}
