import { Suspense } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { provisionalText } from './provisional-text.ts'

const ResendConfirmation = lazyPart(() =>
  import('#web/features/auth/registration/resend-confirmation.tsx').then((module) => module.ResendConfirmation),
)

const resend = 'Reenviar correo de confirmación'

/** Until when the patient must confirm their address to keep the time; nothing for an appointment that is theirs for good. */
export function ProvisionalNotice({ appointment }: { appointment: Appointment }) {
  const { data: me } = useMe()
  const text = provisionalText(appointment)
  if (text === undefined || !me || me.emailConfirmed) return null
  return (
    <Banner
      tone="amber"
      title={text}
      action={
        <Suspense
          fallback={
            <Button variant="secondary" size="small" disabled>
              {resend}
            </Button>
          }
        >
          <ResendConfirmation email={me.email} label={resend} />
        </Suspense>
      }
    >
      El enlace va a{' '}
      <span className="wrap-anywhere" translate="no">
        {me.email}
      </span>
      . Si esa dirección no es la tuya,{' '}
      <Anchor href="/account" className="link">
        cámbiala en Mi Cuenta
      </Anchor>
      .
    </Banner>
  )
}
