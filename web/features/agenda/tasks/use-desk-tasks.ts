import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'

/** New tasks appear as appointments end. */
const refetchMs = minuteMs

/** The calls that a receptionist has to make, and the appointments to close. */
export function useDeskTasks({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery({ ...queries.agenda.tasks.queryOptions({ input: { centerId } }), refetchInterval: refetchMs })
}
