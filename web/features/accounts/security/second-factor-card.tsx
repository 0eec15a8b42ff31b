import type { Factor, User } from '@supabase/auth-js'
import { useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { brand } from '#contract/brand.ts'
import { factorName } from '#web/features/auth/second-factor/factor-name.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog, opensDialog } from '#web/ui/dialog.tsx'
import Plus from '~icons/lucide/plus'
import Smartphone from '~icons/lucide/smartphone'
import { cancelEnrolment, type Enrolment } from './enrolment.ts'
import { NameDevice } from './name-device.tsx'
import { useFactorRemoval } from './remove-factor.tsx'
import { ScanDevice } from './scan-device.tsx'
import type { Security } from './security.ts'
import { useSignInAgain } from './sign-in-again.tsx'

export function SecondFactorCard({ me, user, security }: { me: Me; user: User; security: Security }) {
  const [isAdding, setAdding] = useState(false)
  const factors = (user.factors ?? []).filter((factor) => factor.status === 'verified')
  const signInPrompt = useSignInAgain('/account?seccion=seguridad')
  const removal = useFactorRemoval({ isLast: factors.length === 1 })

  function signInAgain() {
    setAdding(false)
    signInPrompt.ask()
  }

  return (
    <Card as="section" aria-labelledby="own-second-factor" padding="large" className="grid gap-4">
      <h3 id="own-second-factor">Segundo factor</h3>
      <p className="text-ink-soft">
        Un código que muestra tu teléfono y cambia cada 30 segundos. Con él, quien sepa tu contraseña no puede entrar.
      </p>
      {me.can.administer && factors.length === 0 && (
        <Banner tone="amber" title="Lo necesitas para administrar">
          Tu cuenta tiene permisos de administración: sin segundo factor no puedes entrar a esa parte.
        </Banner>
      )}
      {factors.length > 0 && (
        <ul className="divide-y divide-line border-y border-line" aria-label="Tus dispositivos">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onRemove={() => removal.ask(factor)} />
          ))}
        </ul>
      )}
      {factors.length === 1 && (
        <Banner tone="blue" title="Agrega otro dispositivo">
          No hay códigos de recuperación: si pierdes el único que tienes, solo podrás volver a entrar escribiéndonos a{' '}
          <a href={`mailto:${brand.email}`} className="link">
            {brand.email}
          </a>
          .
        </Banner>
      )}
      <Button
        variant="secondary"
        className="justify-self-start"
        icon={factors.length > 0 && <Plus aria-hidden="true" className="size-5" />}
        {...opensDialog}
        // A first device requires a recent sign-in, which the user should learn before naming the device.
        onClick={() => (factors.length === 0 && !security.isRecentSignIn ? signInAgain() : setAdding(true))}
      >
        {factors.length === 0 ? 'Activar segundo factor' : 'Agregar otro dispositivo'}
      </Button>
      {isAdding && (
        <EnrollDialog
          existingNames={factors.map(factorName)}
          onClose={() => setAdding(false)}
          onSignInNeeded={signInAgain}
        />
      )}
      {signInPrompt.dialog}
      {removal.dialogs}
    </Card>
  )
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const name = factorName(factor)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Smartphone aria-hidden="true" className="size-6 shrink-0 text-action" />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">{`Agregado el ${formatDate(factor.created_at)}`}</p>
      </div>
      <Button
        variant="quiet"
        size="small"
        className="max-sm:ml-7"
        aria-label={`Quitar ${name}`}
        {...opensDialog}
        onClick={onRemove}
      >
        Quitar
      </Button>
    </li>
  )
}

function EnrollDialog({
  existingNames,
  onClose,
  onSignInNeeded,
}: {
  existingNames: string[]
  onClose: () => void
  /** Called when the sign-in is too old to add a first device. */
  onSignInNeeded: () => void
}) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const isFirst = existingNames.length === 0

  function close() {
    // An unfinished enrolment would block the next attempt.
    if (enrolment) void cancelEnrolment(enrolment)
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={isFirst ? 'Activar segundo factor' : 'Agregar otro dispositivo'}
      keepOpenOnOutsidePress
    >
      {enrolment ? (
        <ScanDevice
          enrolment={enrolment}
          isFirst={isFirst}
          onVerified={onClose}
          onLost={() => setEnrolment(undefined)}
          onSignInNeeded={onSignInNeeded}
        />
      ) : (
        <NameDevice existingNames={existingNames} onNamed={setEnrolment} onSignInNeeded={onSignInNeeded} />
      )}
    </Dialog>
  )
}
