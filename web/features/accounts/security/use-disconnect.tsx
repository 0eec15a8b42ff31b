import type { ReactNode } from 'react'

import { authFailure, authMessage } from '#web/features/auth/auth-messages.ts'
import { providerNames } from '#web/features/auth/social/social-messages.ts'
import { UserFacingError } from '#web/platform/error-message.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { useDisconnectIdentity } from '../api/disconnect-identity.ts'
import { useCodeDemand } from './code-demand.tsx'
import type { ConnectedAccount } from './connected-accounts.ts'
import { useSignInAgain } from './sign-in-again.tsx'

/** Disconnects an account of another provider, after a confirmation. */
export function useDisconnect({ hasPassword }: { hasPassword: boolean }): {
  ask: (row: ConnectedAccount) => void
  dialogs: ReactNode
} {
  const disconnection = useDisconnectIdentity()
  const demand = useCodeDemand()
  const signInPrompt = useSignInAgain('/account?seccion=seguridad')
  const asking = useDialogState<ConnectedAccount>()
  const query = asking.subject

  async function disconnect(account: ConnectedAccount) {
    const { identity, provider } = account
    if (!identity) return
    try {
      await disconnection.mutateAsync(identity)
    } catch (error) {
      const failure = authFailure(error)
      if (failure.code === 'insufficient_aal') return demand.ask(() => asking.show(account))
      if (failure.code === 'reauthentication_needed') return signInPrompt.ask()
      throw new UserFacingError(authMessage(failure) ?? 'No pudimos desconectarla. Inténtalo de nuevo.')
    }
    toast({ kind: 'success', title: `Desconectaste tu cuenta de ${providerNames[provider]}` })
  }

  return {
    ask: asking.show,
    dialogs: (
      <>
        {demand.dialog}
        {signInPrompt.dialog}
        {query && (
          <ConfirmDialog
            open={asking.isOpen}
            onOpenChange={asking.close}
            title={`¿Desconectar ${providerNames[query.provider]}?`}
            consequences={[
              `Ya no podrás entrar con ${query.email ?? `tu cuenta de ${providerNames[query.provider]}`}.`,
              hasPassword
                ? 'Sigues entrando con tu correo y tu contraseña.'
                : 'Necesitas otra forma de entrar: una contraseña u otra cuenta conectada.',
            ]}
            confirmLabel="Desconectar"
            danger
            onConfirm={() => disconnect(query)}
          />
        )}
      </>
    ),
  }
}
