import { useMutation, useQueryClient } from '@tanstack/react-query'
import { authFailure, authMessage } from '#web/features/auth/auth-messages.ts'
import { useApi } from '#web/platform/api.ts'
import { UserFacingError } from '#web/platform/error-message.ts'
import { signOut } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { useFeedsEnd } from '../use-feeds-end.ts'

type Scope = 'others' | 'global'

const questions = {
  others: {
    title: '¿Cerrar las demás sesiones?',
    consequences: ['Tu cuenta queda abierta solo aquí.', 'En los demás dispositivos hay que volver a entrar.'],
    confirmLabel: 'Cerrar las demás',
    done: 'Cerraste las demás sesiones',
  },
  global: {
    title: '¿Cerrar todas las sesiones?',
    consequences: ['Tu cuenta se cierra en todos los dispositivos, también en este.', 'Para seguir, vuelve a entrar.'],
    confirmLabel: 'Cerrar todas',
    done: 'Has cerrado sesión correctamente',
  },
} satisfies Record<Scope, object>

export function EndSessions({ others }: { others: number }) {
  const endSessions = useEndSessions()
  const confirmation = useDialogState<Scope>()
  const scope = confirmation.subject ?? 'others'
  const question = questions[scope]
  const feedsEnd = useFeedsEnd()

  async function end() {
    try {
      await endSessions.mutateAsync(scope)
    } catch (error) {
      throw new UserFacingError(authMessage(authFailure(error)) ?? 'No pudimos cerrarlas. Inténtalo de nuevo.')
    }
    toast({ kind: 'success', title: question.done })
  }

  return (
    <Card as="section" aria-labelledby="end-sessions" padding="large" className="grid gap-4">
      <h3 id="end-sessions">Cerrar varias a la vez</h3>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
        {others > 0 && (
          <Button variant="secondary" {...opensDialog} onClick={() => confirmation.show('others')}>
            Cerrar las demás sesiones
          </Button>
        )}
        <Button variant="secondary" {...opensDialog} onClick={() => confirmation.show('global')}>
          Cerrar todas
        </Button>
      </div>
      <ConfirmDialog
        open={confirmation.isOpen}
        onOpenChange={confirmation.close}
        title={question.title}
        consequences={[...question.consequences, ...(scope === 'global' && feedsEnd ? [feedsEnd] : [])]}
        confirmLabel={question.confirmLabel}
        danger
        onConfirm={end}
      />
    </Card>
  )
}

/** Ends every session of the account (`global`), or every one but this (`others`). */
function useEndSessions() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (scope: 'others' | 'global') => {
      const { error } = await signOut(scope)
      if (error) throw error
    },
    // With every session ended, the page's guard redirects to /login.
    onSuccess: async (_, scope) => {
      if (scope === 'others') await queryClient.invalidateQueries({ queryKey: queries.sessions.key() })
    },
  })
}
