import { useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useAuthUserChanged } from './use-auth-user.ts'

/** After a device was added: the list of devices, and that of sessions, of which others may have ended. */
export function useFactorAdded(): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const changed = useAuthUserChanged()
  return async () => {
    await Promise.all([changed(), queryClient.invalidateQueries({ queryKey: queries.sessions.key() })])
  }
}
