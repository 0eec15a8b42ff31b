import type { Factor } from '@supabase/auth-js'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authFailure, authMessage } from '#web/features/auth/auth-messages.ts'
import { factorName } from '#web/features/auth/second-factor/factor-name.ts'
import { hasProvenFactor } from '#web/features/auth/second-factor/second-factor.ts'
import { UserFacingError } from '#web/platform/error-message.ts'
import { client } from '#web/platform/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { useRefreshAuthUser } from '../api/refresh-auth-user.ts'
import { useCodeDemand } from './code-demand.tsx'

/** Removes a device after a confirmation, and after a code of the second factor if this session has not proven one. */
export function useFactorRemoval({ isLast }: { isLast: boolean }): {
  ask: (factor: Factor) => void
  dialogs: ReactNode
} {
  const removal = useRemoveFactor()
  const demand = useCodeDemand()
  const confirmation = useDialogState<Factor>()
  const removedFactor = confirmation.subject

  async function ask(factor: Factor) {
    if (await hasProvenFactor()) confirmation.show(factor)
    else demand.ask(() => confirmation.show(factor))
  }

  async function remove(factor: Factor) {
    try {
      await removal.mutateAsync({ factorId: factor.id })
    } catch (error) {
      const failure = authFailure(error)
      if (failure.code === 'insufficient_aal') return demand.ask(() => confirmation.show(factor))
      throw new UserFacingError(authMessage(failure) ?? 'No pudimos quitarlo. Inténtalo de nuevo.')
    }
    toast({ kind: 'success', title: `Quitaste ${factorName(factor)}` })
  }

  return {
    ask: (factor) => void ask(factor),
    dialogs: (
      <>
        {demand.dialog}
        {removedFactor && (
          <ConfirmDialog
            open={confirmation.isOpen}
            onOpenChange={confirmation.close}
            title={`¿Quitar ${factorName(removedFactor)}?`}
            consequences={
              isLast
                ? ['Es tu único dispositivo: quien sepa tu contraseña podrá entrar.', 'Te avisamos por correo.']
                : ['Sus códigos dejan de servir para entrar; los de tus otros dispositivos siguen sirviendo.']
            }
            confirmLabel={isLast ? 'Quitar segundo factor' : 'Quitar dispositivo'}
            danger
            onConfirm={() => remove(removedFactor)}
          />
        )}
      </>
    ),
  }
}

/** Succeeds also if another session has already removed the device. */
function useRemoveFactor() {
  const refresh = useRefreshAuthUser()
  return useMutation({
    mutationFn: async ({ factorId }: { factorId: string }) => {
      const auth = await client()
      const { error } = await auth.mfa.unenroll({ factorId })
      if (error && error.code !== 'mfa_factor_not_found') throw error
      // Without a device the session drops to one factor, and its token must state that.
      await auth.refreshSession()
    },
    onSuccess: refresh,
  })
}
