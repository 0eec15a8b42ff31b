import type { UserIdentity } from '@supabase/auth-js'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authFailure, authMessage } from '#web/features/auth/auth-messages.ts'
import { providerNames } from '#web/features/auth/social/social-messages.ts'
import { UserFacingError } from '#web/platform/error-message.ts'
import { client } from '#web/platform/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { useRefreshAuthUser } from '../api/refresh-auth-user.ts'
import { useCodeDemand } from './code-demand.tsx'
import type { ConnectedAccount } from './connected-accounts.ts'
import { useSignInAgain } from './sign-in-again.tsx'

export function useDisconnect({ hasPassword }: { hasPassword: boolean }): {
  ask: (row: ConnectedAccount) => void
  dialogs: ReactNode
} {
  const disconnection = useDisconnectIdentity()
  const demand = useCodeDemand()
  const signInPrompt = useSignInAgain('/account?seccion=seguridad')
  const confirmation = useDialogState<ConnectedAccount>()
  const account = confirmation.subject

  async function disconnect(account: ConnectedAccount) {
    const { identity, provider } = account
    if (!identity) return
    try {
      await disconnection.mutateAsync(identity)
    } catch (error) {
      const failure = authFailure(error)
      if (failure.code === 'insufficient_aal') return demand.ask(() => confirmation.show(account))
      if (failure.code === 'reauthentication_needed') return signInPrompt.ask()
      throw new UserFacingError(authMessage(failure) ?? 'No pudimos desconectarla. Inténtalo de nuevo.')
    }
    toast({ kind: 'success', title: `Desconectaste tu cuenta de ${providerNames[provider]}` })
  }

  return {
    ask: confirmation.show,
    dialogs: (
      <>
        {demand.dialog}
        {signInPrompt.dialog}
        {account && (
          <ConfirmDialog
            open={confirmation.isOpen}
            onOpenChange={confirmation.close}
            title={`¿Desconectar ${providerNames[account.provider]}?`}
            consequences={[
              `Ya no podrás entrar con ${account.email ?? `tu cuenta de ${providerNames[account.provider]}`}.`,
              hasPassword
                ? 'Sigues entrando con tu correo y tu contraseña.'
                : 'Necesitas otra forma de entrar: una contraseña u otra cuenta conectada.',
            ]}
            confirmLabel="Desconectar"
            danger
            onConfirm={() => disconnect(account)}
          />
        )}
      </>
    ),
  }
}

/** Succeeds also if another session has already disconnected the account. */
function useDisconnectIdentity() {
  const refresh = useRefreshAuthUser()
  return useMutation({
    mutationFn: async (identity: UserIdentity) => {
      const { error } = await (await client()).unlinkIdentity(identity)
      if (error && error.code !== 'identity_not_found') throw error
    },
    onSuccess: refresh,
  })
}
