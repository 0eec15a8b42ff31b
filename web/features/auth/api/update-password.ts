import type { UserAttributes } from '@supabase/auth-js'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { client } from '#web/platform/session.ts'

/** Sets the password, with the proof of identity. The server ends the other sessions. */
export function useUpdatePassword() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (attributes: UserAttributes) => {
      const { error } = await (await client()).updateUser(attributes)
      if (error) throw error
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.accounts.security.key() }),
        queryClient.invalidateQueries({ queryKey: queries.sessions.key() }),
      ]),
  })
}
