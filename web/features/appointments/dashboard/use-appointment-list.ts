import { useInfiniteQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { useSession } from '#web/platform/session.ts'
import { cursorPages, pagesOf } from '#web/platform/use-pages.ts'

const perPage = { upcoming: 20, history: 10 }
/** An appointment begins and ends while its page stays open. */
const refreshMs = 60_000
const askAgainMs = 4000

/** One's own appointments: those to come from the next on, the past ones from the last back. */
export function useAppointmentList(scope: 'upcoming' | 'history') {
  const { queries } = useApi()
  const session = useSession()
  const list = useInfiniteQuery({
    ...queries.appointments.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ scope, limit: perPage[scope], ...(cursor && { cursor }) }),
      ...cursorPages,
    }),
    enabled: session.status === 'signedIn',
    refetchInterval: ({ state }) =>
      errorCode(state.error) === 'service.unavailable' ? askAgainMs : scope === 'upcoming' && refreshMs,
  })
  return { ...pagesOf(list), query: list }
}
