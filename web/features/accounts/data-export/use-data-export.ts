import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { DataExport } from '#contract/data-exports.ts'
import { useApi } from '#web/platform/api.ts'

const whileWorkingMs = 1000

/** The newest copy of one's data that was asked for, followed while it is being prepared. */
export function useDataExport() {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const key = queries.dataExports.latest.queryKey()
  const query = useQuery({
    ...queries.dataExports.latest.queryOptions(),
    refetchInterval: ({ state }) => isWorking(state.data?.latest ?? null) && whileWorkingMs,
    // What is ready can run out, and another tab may have asked for another one.
    staleTime: 0,
    select: ({ latest }) => ({ latest, phase: phaseOf(latest) }),
  })
  const ask = useMutation({
    mutationFn: () => api.dataExports.create(),
    // Off line it fails and says so.
    networkMode: 'always',
    onSuccess: (latest) => queryClient.setQueryData(key, { latest }),
  })
  return { query, ask }
}

type Phase = 'none' | 'working' | 'ready' | 'expired' | 'failed'

function phaseOf(latest: DataExport | null): Phase {
  if (!latest) return 'none'
  if (isWorking(latest)) return 'working'
  if (latest.status === 'failed' || latest.expiresAt === null) return 'failed'
  return Date.parse(latest.expiresAt) > Date.now() ? 'ready' : 'expired'
}

function isWorking(latest: DataExport | null): boolean {
  return latest?.status === 'queued' || latest?.status === 'running'
}
