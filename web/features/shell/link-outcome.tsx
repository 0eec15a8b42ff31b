import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

import { loadMe } from '#web/features/auth/require-newcomer.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { useApi } from '#web/platform/api.ts'
import { currentSession, useSession } from '#web/platform/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'
import { Page } from '#web/ui/page.tsx'
import { type ToastOptions, toast } from '#web/ui/toast.ts'

import { setNoticeSpace } from './notice-space.ts'
import { blockedReason, type LinkOutcome } from './read-link-outcome.ts'

/**
 * A mailed link opens a page of this site with its outcome in the fragment. Shows the outcome and removes it from the
 * address.
 */
export function LinkOutcomeNotice({ outcome }: { outcome: LinkOutcome | undefined }) {
  const [failed, setFailed] = useState<{ reason: string | undefined }>()

  function dismiss() {
    setNoticeSpace('link', false)
    setFailed(undefined)
  }
  const leaveForOwnHome = useOwnHome()
  const show = useEffectEvent(async (outcome: LinkOutcome) => {
    const shown = await showOutcome(outcome)
    setNoticeSpace('link', shown.failure !== undefined)
    setFailed(shown.failure)
    if (shown.isConfirmed) await leaveForOwnHome()
  })
  useEffect(() => {
    if (outcome) void show(outcome)
  }, [outcome])

  return failed ? <FailedLink {...failed} onDismiss={dismiss} /> : null
}

/**
 * The mail's link opens the patients' home, because the mail doesn't know the account. A centre, a member and staff continue to
 * their own.
 */
function useOwnHome(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { queries } = useApi()
  return async () => {
    const me = await loadMe({ queryClient, queries })
    if (!me || me.registrationPending || me.homePath === '/dashboard' || location.pathname !== '/') return
    router.history.replace(me.homePath)
  }
}

const toasts: Record<Exclude<LinkOutcome['kind'], 'failed'>, ToastOptions> = {
  confirmed: { kind: 'success', title: 'Tu correo quedó confirmado.', durationMs: 8000 },
  halfway: {
    title: 'Falta un paso',
    description: 'Abre también el enlace que enviamos a tu otro correo.',
    durationMs: 8000,
  },
  unavailable: {
    kind: 'destructive',
    title: 'Error',
    description: 'No pudimos abrir el enlace. Vuelve a usarlo en unos minutos.',
  },
}

const waitsForConnection = 'No pudimos abrir el enlace todavía: seguimos intentándolo. Si dura, revisa tu conexión.'

type Shown = { failure?: { reason: string | undefined }; isConfirmed?: boolean }

/** @returns the notice of a failure, which stays on the page; other outcomes are shown in a toast. */
async function showOutcome(outcome: LinkOutcome): Promise<Shown> {
  // The session client also reads the fragment, and must do so first.
  await loadWithRetry(currentSession, {
    onFailure: () => toast({ kind: 'destructive', title: 'Error', description: waitsForConnection }),
  })
  history.replaceState(history.state, '', location.pathname + location.search)
  const { declinedLinkMessage, isServiceOutcome, sessionLinkRejection } = await loadWithRetry(
    () => import('#web/platform/session-link.ts'),
  )
  const { kind } = outcome
  const rejection = sessionLinkRejection()
  if (kind === 'confirmed' ? rejection === 'refused' : !isServiceOutcome(outcome.code)) return {}
  if (rejection === 'declined') {
    toast({ title: 'Sigues en tu cuenta', description: declinedLinkMessage })
    return {}
  }
  if (kind === 'failed') return { failure: { reason: blockedReason(outcome) } }
  toast(toasts[kind])
  return { isConfirmed: kind === 'confirmed' }
}

/** `reason`: why the account is blocked. */
function FailedLink({ reason, onDismiss }: { reason: string | undefined; onDismiss: () => void }) {
  const session = useSession()
  const { data: me } = useMe()
  const isSigningIn = useLocation({ select: ({ pathname }) => pathname === '/login' })
  if (reason) {
    return (
      <Page className="pt-4">
        <Banner tone="red" role="alert" title="No pudimos abrir tu cuenta." onDismiss={onDismiss}>
          {reason}
        </Banner>
      </Page>
    )
  }
  return (
    <Page className="pt-4">
      <Banner
        tone="amber"
        role="alert"
        title="El enlace ya se usó o venció."
        onDismiss={onDismiss}
        {...(session.status === 'signedOut' &&
          !isSigningIn && {
            action: (
              <Link to="/login" className={buttonClass({ variant: 'secondary', size: 'small' })}>
                Iniciar Sesión
              </Link>
            ),
          })}
      >
        {session.status === 'signedOut' && 'Si tu correo todavía no está confirmado, entra para pedir otro enlace.'}
        {me?.emailConfirmed && 'Tu correo ya está confirmado: no hace falta nada más.'}
        {me?.emailConfirmed === false && 'Aquí arriba puedes pedir otro.'}
      </Banner>
    </Page>
  )
}
