import type { UserAttributes } from '@supabase/auth-js'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { client } from '#web/platform/session.ts'

/** Requests a new address, with the proof of identity; the account's current address cancels the request. */
export function useUpdateEmail() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (attributes: UserAttributes) => {
      const { error } = await (await client()).updateUser(attributes, { emailRedirectTo: `${location.origin}/` })
      if (error) throw error
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.accounts.security.key() }),
  })
}
