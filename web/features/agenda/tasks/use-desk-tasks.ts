import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'

/** New tasks appear as appointments end. */
const refetchMs = minuteMs

export function useDeskTasks({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery({ ...queries.agenda.tasks.queryOptions({ input: { centerId } }), refetchInterval: refetchMs })
}
