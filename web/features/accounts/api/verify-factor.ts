import { useMutation, useQueryClient } from '@tanstack/react-query'

import { proveFactor } from '#web/features/auth/second-factor/second-factor.ts'
import { useApi } from '#web/platform/api.ts'

import { useRefreshAuthUser } from './refresh-auth-user.ts'

/** Activates a new device by its first code. The first device of an account ends the other sessions. */
export function useVerifyFactor() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refresh = useRefreshAuthUser()
  return useMutation({
    mutationFn: async (input: { factorId: string; code: string }) => {
      const error = await proveFactor(input)
      if (error) throw error
    },
    onSuccess: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: queries.sessions.key() })]),
  })
}
