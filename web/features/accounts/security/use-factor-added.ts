import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useAuthUserChanged } from './use-auth-user.ts'

/** Refetches the devices and the sessions: adding a device may end other sessions. */
export function useFactorAdded(): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const changed = useAuthUserChanged()
  return async () => {
    await Promise.all([changed(), queryClient.invalidateQueries({ queryKey: queries.sessions.key() })])
  }
}
