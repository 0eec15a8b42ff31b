import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { DeletionConsequences } from '#contract/accounts.ts'
import { brand } from '#contract/brand.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage, isOutdated } from '#web/platform/error-message.ts'
import { signOut } from '#web/platform/session.ts'
import { markWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'

import { costLines } from './consequence-lines.ts'

const formId = 'deletion-form'
const changedMeanwhile =
  'Cambió lo que pasaría mientras lo mirabas, así que no eliminamos nada. Abajo está como es ahora: si sigues de acuerdo, márcalo de nuevo.'
const changedAndNotLoaded =
  'Cambió lo que pasaría mientras lo mirabas, así que no eliminamos nada. No pudimos cargar cómo es ahora: inténtalo de nuevo.'

type DeletionDialogProps = {
  /** The consequences as they were when the dialog opened; undefined while it is closed. */
  shown: DeletionConsequences | undefined
  /** They are no longer these, so the deletion was refused. */
  onChanged: (now: DeletionConsequences) => void
  onClose: () => void
}

export function DeletionDialog({ shown, onChanged, onClose }: DeletionDialogProps) {
  const open = shown !== undefined
  const { security, deleteAccount, working, error } = useDeletion({ terms: shown?.terms ?? '', onChanged })
  const securityData = security.data
  const discard = useDiscardQuestion({ open, pending: working, onClose })
  // An account without a password cannot prove itself with one.
  const mustSignInAgain = securityData?.hasPassword === false && !securityData.isRecentSignIn

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && discard.requestClose()}
      onBack={discard.onBack}
      title="¿Eliminar tu cuenta?"
      description="Se hace ahora mismo y no se puede deshacer."
      size="small"
      keepOpenOnOutsidePress
      footer={
        discard.question || (
          <>
            <Button variant="secondary" onClick={onClose} disabled={working}>
              Conservar mi cuenta
            </Button>
            {mustSignInAgain && <Button onClick={() => void signOut('local')}>Volver a iniciar sesión</Button>}
            {securityData && !mustSignInAgain && (
              <Button variant="danger" type="submit" form={formId} pending={working} pendingLabel="Eliminando…">
                Eliminar para siempre
              </Button>
            )}
          </>
        )
      }
    >
      {!securityData && security.isError && (
        <ErrorState
          title="No se pudo cargar este paso"
          onRetry={() => void security.refetch()}
          retrying={security.isFetching}
        >
          {errorMessage(security.error)}
        </ErrorState>
      )}
      {!securityData && !security.isError && <Spinner label="Cargando…" />}
      {mustSignInAgain && (
        <p>
          Por seguridad, vuelve a iniciar sesión: queremos estar seguros de que eres tú. Después te traemos de vuelta
          aquí.
        </p>
      )}
      {securityData && !mustSignInAgain && (
        <DeletionForm
          costs={shown ? costLines(shown) : []}
          terms={shown?.terms}
          asksPassword={securityData.hasPassword}
          error={error}
          onInput={discard.markTouched}
          onConfirmed={(password) => void deleteAccount(password)}
        />
      )}
    </Dialog>
  )
}

type DeletionFormProps = {
  costs: readonly string[]
  /** Other terms ask for the agreement again. */
  terms: string | undefined
  asksPassword: boolean
  error: ReturnType<typeof useDeletion>['error']
  onInput: () => void
  /** `password` is null when the form does not ask for it. */
  onConfirmed: (password: string | null) => void
}

function DeletionForm({ costs, terms, asksPassword, error, onInput, onConfirmed }: DeletionFormProps) {
  const [missing, setMissing] = useState<{ password?: boolean; agreed?: boolean }>({})

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const password = String(typed.get('password') ?? '')
    const missingFields = { password: asksPassword && password === '', agreed: typed.get('agreed') !== 'on' }
    setMissing(missingFields)
    if (missingFields.password || missingFields.agreed) {
      event.currentTarget
        .querySelector<HTMLInputElement>(missingFields.password ? '[name=password]' : '[name=agreed]')
        ?.focus()
    } else onConfirmed(asksPassword ? password : null)
  }

  return (
    <form id={formId} noValidate onInput={onInput} onSubmit={submit} className="grid gap-4">
      <FormError error={error && !error.aboutPassword && error.message} />
      {costs.length > 0 && (
        <ul aria-label="Qué se cancela y qué pierdes" className="grid list-disc gap-1.5 pl-5 marker:text-clay">
          {costs.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {asksPassword && (
        <PasswordField
          name="password"
          label="Contraseña actual"
          hint={
            <>
              Así sabemos que quien la elimina eres tú.{' '}
              <Anchor href="/forgot-password" className="link">
                ¿La olvidaste?
              </Anchor>
            </>
          }
          autoComplete="current-password"
          error={missing.password ? 'Escribe tu contraseña actual.' : error?.aboutPassword ? error.message : undefined}
        />
      )}
      <CheckboxField
        key={terms}
        name="agreed"
        label="Entiendo que mi cuenta se elimina para siempre."
        error={missing.agreed ? 'Marca la casilla para seguir' : undefined}
      />
    </form>
  )
}

/** Deletes the account, with the current password if the server requires it; then signs out and says goodbye. */
function useDeletion({ terms, onChanged }: { terms: string } & Pick<DeletionDialogProps, 'onChanged'>) {
  const { queries } = useApi()
  const account = useDeleteAccount()
  const queryClient = useQueryClient()
  const router = useRouter()
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<{ message: string; aboutPassword: boolean }>()
  // Refetched each time the dialog opens, because a sign-in stops being recent while the page is open.
  const security = useQuery({ ...queries.accounts.security.queryOptions(), staleTime: 0 })

  async function deleteAccount(currentPassword: string | null): Promise<void> {
    setWorking(true)
    setError(undefined)
    try {
      await account.mutateAsync({ currentPassword, terms })
    } catch (failure) {
      const changed = isOutdated(failure) && ((await showNew()) ? changedMeanwhile : changedAndNotLoaded)
      setError({
        message: changed || errorMessage(failure),
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

  /** @returns false when they can't be loaded: the dialog keeps the old ones, and the next press is refused like this one. */
  async function showNew(): Promise<boolean> {
    const read = queries.accounts.deletionConsequences.queryOptions()
    try {
      onChanged(await queryClient.fetchQuery({ ...read, staleTime: 0 }))
      return true
    } catch {
      return false
    }
  }

  return { security, deleteAccount, working, error }
}

/** A refusal may mean that the consequences, or how recent the sign-in is, have changed: the page then refetches them. */
function useDeleteAccount() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.accounts.deleteAccount.mutationOptions({
      onError: (error) => {
        const code = errorCode(error)
        if (code === 'accounts.reauthentication_needed') {
          void queryClient.invalidateQueries({ queryKey: queries.accounts.security.key() })
        } else if (code) void queryClient.invalidateQueries({ queryKey: queries.accounts.deletionConsequences.key() })
      },
    }),
  )
}
