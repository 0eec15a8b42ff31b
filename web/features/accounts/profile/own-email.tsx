import MailWarning from 'lucide-react/icons/mail-warning'

import type { Me } from '#contract/accounts.ts'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Badge } from '#web/ui/badge.tsx'

/** The e-mail address for signing in, and whether the user has verified it. */
export function OwnEmail({ me }: { me: Me }) {
  return (
    <div className="grid justify-items-start gap-2">
      <dl className="w-full">
        <dt className="text-sm text-ink-soft">Correo electrónico</dt>
        <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{me.email}</span>
          {me.emailConfirmed ? (
            <Badge tone="green">Confirmado</Badge>
          ) : (
            <Badge tone="amber" icon={<MailWarning aria-hidden="true" />}>
              Sin confirmar
            </Badge>
          )}
        </dd>
      </dl>
      {!me.emailConfirmed && (
        <>
          <p className="text-sm text-ink-soft">Abre el enlace que te enviamos para confirmar que es tuyo.</p>
          <ResendConfirmation email={me.email} label="Reenviar correo de confirmación" />
        </>
      )}
      <p className="text-sm text-ink-soft">
        Es el correo con el que entras. Se cambia en{' '}
        <Anchor href="/account?seccion=seguridad" className="link">
          Seguridad
        </Anchor>
        .
      </p>
    </div>
  )
}
