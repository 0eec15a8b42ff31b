import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useMe } from '#web/features/accounts/use-me.ts'
import { currentSession, useSession } from '#web/platform/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { type ToastOptions, toast } from '#web/ui/toast.ts'

import { type LinkOutcome, shutOutMessage } from './read-link-outcome.ts'

/** A mailed link leads to a page of this site with its outcome in the fragment: says it, and cleans the address. */
export function LinkOutcomeNotice({ outcome }: { outcome: LinkOutcome | undefined }) {
  const [failed, setFailed] = useState<{ shutOut: string | undefined }>()

  useEffect(() => {
    if (outcome) void tell(outcome, setFailed)
  }, [outcome])

  return failed ? <FailedLink {...failed} onDismiss={() => setFailed(undefined)} /> : null
}

const toasts: Record<Exclude<LinkOutcome['kind'], 'failed'>, ToastOptions> = {
  confirmed: { kind: 'success', title: 'Tu correo quedó confirmado.', durationMs: 8000 },
  halfway: {
    title: 'Falta un paso',
    description: 'Abre también el enlace que enviamos a tu otro correo.',
    durationMs: 8000,
  },
  unserved: {
    kind: 'destructive',
    title: 'Error',
    description: 'No pudimos abrir el enlace. Vuelve a usarlo en unos minutos.',
  },
}

async function tell(outcome: LinkOutcome, onFailed: (failed: { shutOut: string | undefined }) => void): Promise<void> {
  // The session client reads the fragment, too: it comes first.
  await currentSession().catch(() => undefined)
  history.replaceState(history.state, '', location.pathname + location.search)
  const { declinedLinkMessage, isOwnWord, linkTurnedDown } = await import('#web/platform/session-link.ts')
  const { kind } = outcome
  const turnedDown = linkTurnedDown()
  if (kind === 'confirmed' ? turnedDown === 'refused' : !isOwnWord(outcome.word)) return
  if (turnedDown === 'declined') toast({ title: 'Sigues en tu cuenta', description: declinedLinkMessage })
  else if (kind === 'failed') onFailed({ shutOut: shutOutMessage(outcome) })
  else toast(toasts[kind])
}

/** `shutOut`: the server's words for somebody whom no link lets in. */
function FailedLink({ shutOut, onDismiss }: { shutOut: string | undefined; onDismiss: () => void }) {
  const session = useSession()
  const { data: me } = useMe()
  if (shutOut) {
    return (
      <Page className="pt-4">
        <Banner tone="red" role="alert" title="No pudimos abrir tu cuenta." onDismiss={onDismiss}>
          {shutOut}
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
        {...(session.status === 'signedOut' && {
          action: (
            <Link to="/login" className={buttonClass({ variant: 'secondary', size: 'small' })}>
              Iniciar Sesión
            </Link>
          ),
        })}
      >
        {session.status === 'signedOut' && 'Si tu correo todavía no está confirmado, entra para pedir otro enlace.'}
        {me?.emailConfirmed && 'Tu correo ya está confirmado: no hace falta nada más.'}
        {me?.emailConfirmed === false && 'Aquí abajo puedes pedir otro.'}
      </Banner>
    </Page>
  )
}
