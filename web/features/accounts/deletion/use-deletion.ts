import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { brand } from '#contract/brand.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { signOut } from '#web/platform/session.ts'
import { markWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { toast } from '#web/ui/toast.ts'

import { useDeleteAccount } from '../api/delete-account.ts'

/** Deletes the account, with the current password if the server requires it; then signs out and says goodbye. */
export function useDeletion() {
  const { queries } = useApi()
  const account = useDeleteAccount()
  const router = useRouter()
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<{ message: string; aboutPassword: boolean }>()
  // Refetched each time the dialog opens, because a sign-in stops being recent while the page is open.
  const security = useQuery({ ...queries.accounts.security.queryOptions(), staleTime: 0 })

  async function deleteAccount(currentPassword: string | null): Promise<void> {
    setWorking(true)
    setError(undefined)
    try {
      await account.mutateAsync({ currentPassword })
    } catch (failure) {
      setError({
        message: errorMessage(failure),
        aboutPassword: errorCode(failure) === 'accounts.wrong_password',
      })
      setWorking(false)
      return
    }
    // The welcome dialog must not greet a visitor who has just deleted an account.
    markWelcomeSeen()
    // The page of the account must close first: its guard would send the visitor to sign in.
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
