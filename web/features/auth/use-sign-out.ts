import { useRouter } from '@tanstack/react-router'

import { signOut } from '#web/platform/session.ts'
import { toast } from '#web/ui/toast.ts'

/** Ends the account's sessions, here and elsewhere, and says so. */
export function useSignOut(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    const { error } = await signOut('global')
    if (error) {
      toast({
        kind: 'destructive',
        title: 'Error',
        description: 'No pudimos cerrar la sesión. Revisa tu conexión e inténtalo de nuevo.',
      })
      return
    }
    toast({ kind: 'success', title: 'Has cerrado sesión correctamente' })
    // The guards run again: a private page sends its visitor away, a public one stays.
    await router.invalidate()
  }
}
