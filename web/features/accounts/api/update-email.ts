import type { UserAttributes } from '@supabase/auth-js'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { accessToken, client } from '#web/platform/session.ts'

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

/**
 * Confirms the new address with the code of its mail, in the account's own session, which goes on. The session client sends no
 * token with a code. @returns whether the account uses the address now, or its former one has yet to confirm
 */
export function useConfirmNewEmail() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ newEmail, code }: { newEmail: string; code: string }): Promise<'changed' | 'halfway'> => {
      const response = await fetch('/auth/v1/verify', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
          authorization: `Bearer ${await accessToken()}`,
        },
        body: JSON.stringify({ type: 'email_change', email: newEmail, token: code }),
      })
      if (!response.ok)
        throw Object.assign(new Error('refused'), await response.json().catch(() => ({})), { status: response.status })
      // A new token names the address that the account has now.
      const { data } = await (await client()).refreshSession()
      return data.user?.email === newEmail ? 'changed' : 'halfway'
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.accounts.key() }),
  })
}
