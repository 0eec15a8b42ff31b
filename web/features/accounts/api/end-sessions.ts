import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { signOut } from '#web/platform/session.ts'

/** Ends every session of the account (`global`), or every one but this (`others`). */
export function useEndSessions() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (scope: 'others' | 'global') => {
      const { error } = await signOut(scope)
      if (error) throw error
    },
    // With every session ended, the page's guard redirects to /login.
    onSuccess: async (_, scope) => {
      if (scope === 'others') await queryClient.invalidateQueries({ queryKey: queries.sessions.key() })
    },
  })
}
