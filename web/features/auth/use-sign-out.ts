import { useRouter } from '@tanstack/react-router'

import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { signOut } from '#web/platform/session.ts'
import { toast } from '#web/ui/toast.ts'

/** Ends the account's sessions on every device, and confirms it. */
export function useSignOut(): () => Promise<void> {
  const router = useRouter()
  const { api } = useApi()
  return async () => {
    // Stopping push needs the session. A lost connection is reported by the sign-out below.
    await import('#web/features/notifications/push.ts').then(({ stopPush }) => stopPush(api)).catch(() => undefined)
    const { error } = await signOut('global')
    if (error) {
      toast({
        kind: 'destructive',
        title: 'Error',
        description: `No pudimos cerrar la sesión. ${errorMessage(error)}`,
      })
      return
    }
    toast({ kind: 'success', title: 'Has cerrado sesión correctamente' })
    // The guards run again: a private page redirects the visitor, a public page stays.
    await router.invalidate()
  }
}
