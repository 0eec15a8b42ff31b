import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'

import type { CenterProfile } from '#contract/centers.ts'
import { type ApiTools, orNotFound } from '#web/platform/api.ts'
import { idOf } from '#web/platform/search-params.ts'

/** Loads the centre of a page. An id that cannot exist counts as unknown, too. */
export async function loadCenter({
  queryClient,
  queries,
  centerId,
}: {
  queryClient: QueryClient
  queries: ApiTools['queries']
  centerId: string
}): Promise<CenterProfile> {
  if (!idOf(centerId)) throw notFound()
  return await orNotFound(queryClient.ensureQueryData(queries.centers.get.queryOptions({ input: { centerId } })))
}
