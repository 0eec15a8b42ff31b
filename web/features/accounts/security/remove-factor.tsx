import type { Factor } from '@supabase/auth-js'
import type { ReactNode } from 'react'

import { authMessage } from '#web/features/auth/auth-messages.ts'
import { factorName } from '#web/features/auth/second-factor/factor-name.ts'
import { hasProvenFactor } from '#web/features/auth/second-factor/second-factor.ts'
import { UserFacingError } from '#web/platform/error-message.ts'
import { client } from '#web/platform/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { useCodeDemand } from './code-demand.tsx'
import { useAuthUserChanged } from './use-auth-user.ts'

/** Removes a device after a confirmation, and after a code of the second factor if this session has not proven one. */
export function useRemoveFactor({ isLast }: { isLast: boolean }): {
  ask: (factor: Factor) => void
  dialogs: ReactNode
} {
  const changed = useAuthUserChanged()
  const demand = useCodeDemand()
  const asking = useDialogState<Factor>()
  const query = asking.about

  async function ask(factor: Factor) {
    if (await hasProvenFactor()) asking.show(factor)
    else demand.ask(() => asking.show(factor))
  }

  async function remove(factor: Factor) {
    const auth = await client()
    const { error } = await auth.mfa.unenroll({ factorId: factor.id })
    if (error?.code === 'insufficient_aal') {
      demand.ask(() => asking.show(factor))
      return
    }
    // Another session of this account has removed the device, which is what the user wants.
    if (error && error.code !== 'mfa_factor_not_found') {
      throw new UserFacingError(authMessage(error) ?? 'No pudimos quitarlo. Inténtalo de nuevo.')
    }
    toast({ kind: 'success', title: `Quitaste ${factorName(factor)}` })
    // Without a device the session drops to one factor, and its token must state that.
    await auth.refreshSession()
    await changed()
  }

  return {
    ask: (factor) => void ask(factor),
    dialogs: (
      <>
        {demand.dialog}
        {query && (
          <ConfirmDialog
            open={asking.isOpen}
            onOpenChange={asking.close}
            title={`¿Quitar ${factorName(query)}?`}
            consequences={
              isLast
                ? ['Es tu único dispositivo: quien sepa tu contraseña podrá entrar.', 'Te avisamos por correo.']
                : ['Sus códigos dejan de servir para entrar; los de tus otros dispositivos siguen sirviendo.']
            }
            confirmLabel={isLast ? 'Quitar segundo factor' : 'Quitar dispositivo'}
            danger
            onConfirm={() => remove(query)}
          />
        )}
      </>
    ),
  }
}
