import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { signOut } from '#web/platform/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks for a recent sign-in before an action that requires one: /login then returns to `next`. */
export function useSignInAgain(next: string): { ask: () => void; dialog: ReactNode } {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)

  async function signInAgain() {
    await signOut('local')
    router.history.push(`/login?${new URLSearchParams({ next })}`)
  }

  return {
    ask: () => setOpen(true),
    dialog: (
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Vuelve a iniciar sesión"
        consequences={[
          'Pasó un rato desde que entraste, y para esto necesitamos saber que sigues siendo tú.',
          'Después de entrar vuelves aquí.',
        ]}
        confirmLabel="Iniciar sesión de nuevo"
        onConfirm={signInAgain}
      />
    ),
  }
}
