import { Suspense, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { lazyPart } from '#web/ui/lazy-section.ts'
import MailWarning from '~icons/lucide/mail-warning'
import { OwnAvatar } from './own-avatar.tsx'
import { ProfileForm } from './profile-form.tsx'

const CorrectAddress = lazyPart(() => import('./correct-address.tsx').then((module) => module.CorrectAddress))
const OwnTaxData = lazyPart(() =>
  import('#web/features/invoicing/own-tax-data.tsx').then((module) => module.OwnTaxDataCard),
)

export function ProfileSection({ me }: { me: Me }) {
  return (
    <div className="grid max-w-form gap-5">
      <OwnAvatar me={me} />
      <Card as="section" aria-labelledby="own-data" padding="large" className="grid gap-5">
        <h3 id="own-data">Tus datos</h3>
        <ProfileForm me={me} />
      </Card>
      <Suspense>
        <OwnTaxData />
      </Suspense>
      <Card as="section" aria-labelledby="own-access" padding="large" className="grid gap-5">
        <h3 id="own-access">Tu correo y tu ID</h3>
        <OwnEmail me={me} />
        <OwnId userId={me.userId} />
      </Card>
    </div>
  )
}

/** Identifies the account in support requests; it gives no access. */
function OwnId({ userId }: { userId: string }) {
  return (
    <div className="grid justify-items-start gap-2">
      <CopyableValue
        label="Tu ID"
        value={userId}
        copyLabel="Copiar ID"
        copied="ID copiado"
        denied={{
          title: 'No pudimos copiarlo',
          description: 'Tu ID quedó seleccionado: cópialo con tu teclado o el menú.',
        }}
      >
        <p className="text-sm text-ink-soft">
          Dice cuál es tu cuenta cuando escribes a soporte. No sirve para entrar: puedes compartirlo.
        </p>
      </CopyableValue>
    </div>
  )
}

function OwnEmail({ me }: { me: Me }) {
  const [isCorrecting, setCorrecting] = useState(false)
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
          {isCorrecting ? (
            <Suspense>
              <CorrectAddress email={me.email} onClose={() => setCorrecting(false)} />
            </Suspense>
          ) : (
            <>
              <ResendConfirmation email={me.email} label="Reenviar correo de confirmación" />
              <Button variant="quiet" size="small" onClick={() => setCorrecting(true)}>
                ¿Escribiste mal tu dirección? Corrígela
              </Button>
            </>
          )}
        </>
      )}
      {me.emailConfirmed ? (
        <p className="text-sm text-ink-soft">
          Es el correo con el que entras. Se cambia en{' '}
          <Anchor href="/account?seccion=seguridad" className="link">
            Seguridad
          </Anchor>
          .
        </p>
      ) : (
        <p className="text-sm text-ink-soft">Es el correo con el que entras.</p>
      )}
    </div>
  )
}
