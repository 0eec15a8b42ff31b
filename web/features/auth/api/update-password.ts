import type { UserAttributes } from '@supabase/auth-js'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { client } from '#web/platform/session.ts'

/** Sets the password, with the proof of identity. The server ends the other sessions. */
export function useUpdatePassword() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  /** The password of a request without a response, which the server may have stored. */
  const unanswered = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (attributes: UserAttributes) => {
      const { password } = attributes
      const mayBeStored = password !== undefined && password === unanswered.current
      const error = await send(attributes)
      if (error?.name === 'AuthRetryableFetchError') unanswered.current = password
      if (error && !(mayBeStored && (await isStored({ password, code: error.code })))) throw error
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.accounts.security.key() }),
        queryClient.invalidateQueries({ queryKey: queries.sessions.key() }),
      ]),
  })
}

async function send(attributes: UserAttributes) {
  const { error } = await (await client()).updateUser(attributes)
  return error
}

/** Whether the account has this password already. The proof that stored it is used up: the former password, or a mailed code. */
async function isStored({ password, code }: { password: string; code: string | undefined }): Promise<boolean> {
  if (code === 'same_password') return true
  if (code !== 'invalid_credentials' && code !== 'reauthentication_not_valid') return false
  return (await send({ password, current_password: password }))?.code === 'same_password'
}
