import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { useSession } from '#web/platform/session.ts'

const perPage = { upcoming: 20, history: 10 }
/** Appointments begin and end while the page is open. */
const refetchMs = minuteMs
const retryMs = 4000

/** The patient's appointments: upcoming ones soonest first, past ones latest first. */
export function useAppointmentList(scope: 'upcoming' | 'history') {
  const { queries } = useApi()
  const session = useSession()
  return useCursorList(
    queries.appointments.list,
    { scope, limit: perPage[scope] },
    {
      enabled: session.status === 'signedIn',
      refetchInterval: ({ state }) =>
        errorCode(state.error) === 'service.unavailable' ? retryMs : scope === 'upcoming' && refetchMs,
    },
  )
}
