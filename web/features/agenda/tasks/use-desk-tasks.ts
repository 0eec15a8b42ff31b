import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

/** Time alone makes tasks: an appointment ends. */
const askAgainMs = 60_000

/** Whom the desk has to call, and what it has to close. */
export function useDeskTasks({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery({ ...queries.agenda.tasks.queryOptions({ input: { centerId } }), refetchInterval: askAgainMs })
}
