import { useQuery } from '@tanstack/react-query'

import type { DataExport } from '#contract/data-exports.ts'
import { useApi } from '#web/platform/api.ts'
import { serverNow } from '#web/platform/server-time.ts'

import { useCreateDataExport } from '../api/create-data-export.ts'

const whileWorkingMs = 1000

/** The newest requested copy of the user's data, refetched while it is being prepared. */
export function useDataExport() {
  const { queries } = useApi()
  const query = useQuery({
    ...queries.dataExports.latest.queryOptions(),
    refetchInterval: ({ state }) => isWorking(state.data?.latest ?? null) && whileWorkingMs,
    // A finished copy expires, and another tab may have requested a new one.
    staleTime: 0,
    select: ({ latest }) => ({ latest, phase: phaseOf(latest) }),
  })
  return { query, create: useCreateDataExport() }
}

type Phase = 'none' | 'working' | 'ready' | 'expired' | 'failed'

function phaseOf(latest: DataExport | null): Phase {
  if (!latest) return 'none'
  if (isWorking(latest)) return 'working'
  if (latest.status === 'failed' || latest.expiresAt === null) return 'failed'
  return Date.parse(latest.expiresAt) > serverNow() ? 'ready' : 'expired'
}

function isWorking(latest: DataExport | null): boolean {
  return latest?.status === 'queued' || latest?.status === 'running'
}
