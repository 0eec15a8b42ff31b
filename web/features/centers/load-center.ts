import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'

import type { CenterProfile } from '#contract/centers.ts'
import { type ApiTools, orNotFound } from '#web/platform/api.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** For the loaders of pages about one centre. An address that can't be a centre's is unknown, too. */
export async function loadCenter(o: {
  queryClient: QueryClient
  queries: ApiTools['queries']
  centerId: string
}): Promise<CenterProfile> {
  const { queryClient, queries, centerId } = o
  if (!uuid.test(centerId)) throw notFound()
  return await orNotFound(queryClient.ensureQueryData(queries.centers.get.queryOptions({ input: { centerId } })))
}
