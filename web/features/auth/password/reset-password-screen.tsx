import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage, isRefusal } from '#web/platform/error-message.ts'
import { client, currentSession, signOut } from '#web/platform/session.ts'
import { declinedLinkMessage, isServiceOutcome, readClaims, sessionLinkRejection } from '#web/platform/session-link.ts'
import { setSession } from '#web/platform/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { blockedSentence } from '../blocked-message.ts'
import { SecondFactorStep } from '../second-factor/second-factor-step.tsx'
import { useReloadMe } from '../use-me.ts'
import { NewPasswordForm } from './new-password-form.tsx'

type RecoveredAccount = Pick<Me, 'email' | 'userType'> & { hasPassword: boolean; isRecent: boolean }
type RecoveryToConfirm = Extract<Recovery, { emailToConfirm: string }>
type State =
  | { is: 'verifying' }
  | { is: 'question'; recovery: RecoveryToConfirm }
  | { is: 'codeMissing' }
  | { is: 'open'; account: RecoveredAccount }
  | { is: 'unreachable'; message: string; retry: () => void }

export function ResetPasswordScreen() {
  const router = useRouter()
  const { state, setState, open } = useRecovery()

  async function signOutHere() {
    await signOut('local')
    router.history.replace('/login')
  }

  if (state.is === 'question') {
    const { emailToConfirm, acceptSession } = state.recovery
    return (
      <RecoveryQuestion
        email={emailToConfirm}
        onEnter={() =>
          open(
            () => false,
            async () => ((await acceptSession()) ? 'open' : 'invalid'),
          )
        }
        onDecline={() => router.history.replace('/login')}
      />
    )
  }
  if (state.is === 'codeMissing') {
    return <SecondFactorStep onProven={() => open(() => false)} onLeave={() => void signOutHere()} />
  }
  if (state.is === 'verifying') return <Verifying />
  if (state.is === 'unreachable') {
    return (
      <AuthFrame title="Nueva contraseña">
        <ErrorState title="No pudimos abrir el enlace todavía" onRetry={state.retry}>
          {`${state.message} El enlace sigue sirviendo.`}
        </ErrorState>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Nueva contraseña" intro="Elige una contraseña que no uses en otro lugar.">
      <NewPasswordForm
        {...state.account}
        // The user must sign in with the new password: no session remains, here or on the server.
        onSaved={signOutHere}
        onCodeMissing={() => setState({ is: 'codeMissing' })}
      />
    </AuthFrame>
  )
}

function useRecovery() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { queries } = useApi()
  const reloadMe = useReloadMe()
  const [state, setState] = useState<State>({ is: 'verifying' })

  function rejectLink(description: string) {
    toast({ kind: 'destructive', title: 'Error', description })
    router.history.replace('/forgot-password')
  }

  /** Reads what the form must ask for, or whether the second factor is required first. */
  async function readAccount(): Promise<State | 'ended'> {
    try {
      const { email, userType } = await reloadMe()
      // Without a response the form asks for nothing more; the service refuses where it must.
      const security = await queryClient
        .fetchQuery({ ...queries.accounts.security.queryOptions(), staleTime: 0 })
        .catch(() => undefined)
      const { hasPassword = true, isRecentSignIn: isRecent = true } = security ?? {}
      return { is: 'open', account: { email, userType, hasPassword, isRecent } }
    } catch (error) {
      if (errorCode(error) === 'session.second_factor') return { is: 'codeMissing' }
      if (errorCode(error) === 'session.missing') return 'ended'
      throw error
    }
  }

  async function open(hasLeft: () => boolean, recover: () => Promise<Recovery> = linkOfAddress()) {
    try {
      const recovery = await recover()
      if (typeof recovery === 'object' && 'refused' in recovery) {
        if (!hasLeft()) rejectLink(recovery.refused)
        return
      }
      const nextState: State | 'ended' =
        recovery === 'open' ? await readAccount() : recovery === 'invalid' ? 'ended' : { is: 'question', recovery }
      if (hasLeft()) return
      if (nextState === 'ended') rejectLink('Enlace inválido o expirado.')
      else setState(nextState)
    } catch (error) {
      if (hasLeft()) return
      if (isRefusal(error)) rejectLink('Error al procesar el enlace de recuperación.')
      else setState({ is: 'unreachable', message: errorMessage(error), retry: () => retry(hasLeft, recover) })
    }
  }

  function retry(...attempt: [() => boolean, () => Promise<Recovery>]) {
    setState({ is: 'verifying' })
    void open(...attempt)
  }

  const begin = useEffectEvent(open)
  useEffect(() => {
    let hasLeft = false
    void begin(() => hasLeft)
    return () => {
      hasLeft = true
    }
  }, [])

  return { state, setState, open }
}

/** The session client removes the link from the address, so it is read once. */
function linkOfAddress(): () => Promise<Recovery> {
  const { hash } = location
  return () => openRecovery(hash)
}

function Verifying() {
  return (
    <AuthFrame title="Nueva contraseña">
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        Verificando el enlace…
      </p>
    </AuthFrame>
  )
}

/** A link that does not come from a mail's button may open another person's account: the visitor confirms that it is theirs. */
function RecoveryQuestion({
  email,
  onEnter,
  onDecline,
}: {
  email: string
  onEnter: () => Promise<void>
  onDecline: () => void
}) {
  const [entering, setEntering] = useState(false)
  return (
    <AuthFrame
      title="¿Es tu cuenta?"
      intro={
        <>
          Este enlace abre la cuenta{' '}
          <strong translate="no" className="wrap-anywhere">
            {email}
          </strong>
          . Entra solo si es tuya: lo que guardes después lo verá quien la use.
        </>
      }
    >
      <div className="grid gap-3">
        <Button
          size="large"
          wide
          pending={entering}
          pendingLabel="Entrando…"
          onClick={() => {
            setEntering(true)
            void onEnter()
          }}
        >
          Sí, es mi cuenta
        </Button>
        <Button variant="secondary" size="large" wide onClick={onDecline}>
          No es mi cuenta
        </Button>
      </div>
    </AuthFrame>
  )
}

/** `refused`: the reason as a sentence. `emailToConfirm`: the address of the link's account, which the visitor must confirm to own. */
type Recovery =
  | 'open'
  | 'invalid'
  | { refused: string }
  | { emailToConfirm: string; acceptSession: () => Promise<boolean> }

/**
 * Whether a new password may be chosen here: through the mailed link, whose tokens are in the fragment,
 * or within a session that already exists. A failed link never allows it, even with a session. @throws without a connection
 */
async function openRecovery(fragment: string): Promise<Recovery> {
  const link = new URLSearchParams(fragment.replace(/^#/, ''))
  if (link.has('error') || link.has('error_code')) {
    const code = link.get('error_code') ?? ''
    const isBlocked = isServiceOutcome(code) && code === 'user_banned'
    return isBlocked ? { refused: blockedSentence(link.get('error_description') ?? '') } : 'invalid'
  }
  const session = await currentSession()
  const access = link.get('access_token')
  // The session client has already read the mailed link. It rejects a link of another account, which must not set the
  // password of this one.
  if (session.status === 'signedIn') {
    if (access === null || readClaims(access)?.sub === session.user.id) return 'open'
    return sessionLinkRejection() === 'declined' ? { refused: declinedLinkMessage } : 'invalid'
  }
  const refresh = link.get('refresh_token')
  if (!access || !refresh || link.get('type') !== 'recovery') return 'invalid'
  // The visitor did not come through the button behind a mailed link, so an attacker may have written the link for their own
  // account.
  const { data, error } = await (await client()).getUser(access)
  if (isConnectionError(error)) throw error
  if (!data.user?.email) return 'invalid'
  return {
    emailToConfirm: data.user.email,
    async acceptSession() {
      const result = await setSession({ access_token: access, refresh_token: refresh })
      if (isConnectionError(result.error)) throw result.error
      return result.data.session !== null
    },
  }
}

/** The service has not answered about the link, which is as valid as before. */
function isConnectionError(error: { name: string; status?: number | undefined } | null): boolean {
  return error !== null && (error.name === 'AuthRetryableFetchError' || error.status === 0)
}
