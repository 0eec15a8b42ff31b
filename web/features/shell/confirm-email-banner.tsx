import { lazy, Suspense, useState } from 'react'

import { useMe } from '#web/features/accounts/use-me.ts'
import { useSession } from '#web/platform/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Page } from '#web/ui/page.tsx'

const ResendConfirmation = lazy(() =>
  import('#web/features/accounts/registration/resend-confirmation.tsx').then((module) => ({
    default: module.ResendConfirmation,
  })),
)

/** Asks for what the sign-up's mail asked for. Put off, it comes back with the next visit. */
export function ConfirmEmailBanner() {
  const session = useSession()
  const { data: me } = useMe()
  const [putOff, setPutOff] = useState(false)
  if (session.status !== 'signedIn' || !me || me.emailConfirmed || putOff) return null
  // One thing at a time: first the registration, then its address.
  if (me.registrationPending) return null

  return (
    <Page className="pt-4">
      <Banner
        tone="amber"
        role="status"
        title="Confirma tu correo"
        onDismiss={() => setPutOff(true)}
        action={
          <Suspense>
            <ResendConfirmation email={me.email} label="Reenviar correo" />
          </Suspense>
        }
      >
        Te enviamos un enlace a <span className="font-medium wrap-anywhere">{me.email}</span>. Ábrelo para confirmar que
        es tuyo.
      </Banner>
    </Page>
  )
}
