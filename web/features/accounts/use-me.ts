import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

/** The account of whoever is signed in; without data while there is nobody or it isn't known yet. */
export function useMe() {
  const session = useSession()
  const { queries } = useApi()
  return useQuery({ ...queries.accounts.me.queryOptions(), enabled: session.status === 'signedIn' })
}
