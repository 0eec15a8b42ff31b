import type { ReactNode } from 'react'

import { accountMessage } from '#web/features/accounts/account-messages.ts'
import { providerNames } from '#web/features/accounts/social/social-messages.ts'
import { SaidError } from '#web/platform/error-message.ts'
import { client } from '#web/platform/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOpened } from '#web/ui/use-opened.ts'

import { useCodeDemand } from './code-demand.tsx'
import type { ConnectedAccount } from './connected-accounts.ts'
import { useSignInAgain } from './sign-in-again.tsx'
import { useAuthUserChanged } from './use-auth-user.ts'

/** Takes an account elsewhere away from this one, after a question. */
export function useDisconnect({ hasPassword }: { hasPassword: boolean }): {
  ask: (row: ConnectedAccount) => void
  dialogs: ReactNode
} {
  const changed = useAuthUserChanged()
  const demand = useCodeDemand()
  const again = useSignInAgain('/account?seccion=seguridad')
  const asking = useOpened<ConnectedAccount>()
  const asked = asking.about

  async function disconnect(account: ConnectedAccount) {
    const { identity, provider } = account
    if (!identity) return
    const { error } = await (await client()).unlinkIdentity(identity)
    if (error?.code === 'insufficient_aal') {
      demand.ask(() => asking.show(account))
      return
    }
    if (error?.code === 'reauthentication_needed') {
      again.ask()
      return
    }
    if (error && error.code !== 'identity_not_found') {
      throw new SaidError(accountMessage(error) ?? 'No pudimos desconectarla. Inténtalo de nuevo.')
    }
    toast({ kind: 'success', title: `Desconectaste tu cuenta de ${providerNames[provider]}` })
    await changed()
  }

  return {
    ask: asking.show,
    dialogs: (
      <>
        {demand.dialog}
        {again.dialog}
        {asked && (
          <ConfirmDialog
            open={asking.isOpen}
            onOpenChange={asking.close}
            title={`¿Desconectar ${providerNames[asked.provider]}?`}
            consequences={[
              `Ya no podrás entrar con ${asked.email ?? `tu cuenta de ${providerNames[asked.provider]}`}.`,
              hasPassword
                ? 'Sigues entrando con tu correo y tu contraseña.'
                : 'Necesitas otra forma de entrar: una contraseña u otra cuenta conectada.',
            ]}
            confirmLabel="Desconectar"
            danger
            onConfirm={() => disconnect(asked)}
          />
        )}
      </>
    ),
  }
}
