import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { brand } from '#contract/brand.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { signOut } from '#web/platform/session.ts'
import { markWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { toast } from '#web/ui/toast.ts'

/** The act, what it needs to be believed, and the goodbye. */
export function useDeletion() {
  const { api, queries } = useApi()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<{ message: string; aboutPassword: boolean }>()
  // Asked for anew with each opening: a sign-in stops being recent while the page is read.
  const security = useQuery({ ...queries.accounts.security.queryOptions(), staleTime: 0 })

  async function deleteAccount(currentPassword: string | null): Promise<void> {
    setWorking(true)
    setError(undefined)
    try {
      await api.accounts.deleteAccount({ currentPassword })
    } catch (failure) {
      const code = errorCode(failure)
      setError({ message: errorMessage(failure), aboutPassword: code === 'accounts.wrong_password' })
      setWorking(false)
      if (code === 'accounts.reauthentication_needed') void security.refetch()
      else if (code) void queryClient.invalidateQueries({ queryKey: queries.accounts.deletionConsequences.key() })
      return
    }
    // Whoever leaves is not welcomed.
    markWelcomeSeen()
    // First away from what only this account could see: its guard would send the visitor to sign in.
    await router.navigate({ to: '/', replace: true })
    await signOut('local')
    toast({
      kind: 'success',
      title: 'Tu cuenta quedó eliminada',
      description: `Te lo confirmamos por correo. Gracias por el camino que hiciste con ${brand.name}.`,
      durationMs: 15_000,
    })
  }

  return { security, deleteAccount, working, error }
}
