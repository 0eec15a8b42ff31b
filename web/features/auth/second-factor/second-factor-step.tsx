import { brand } from '#contract/brand.ts'
import { Button } from '#web/ui/button.tsx'

import { AuthFrame } from '../auth-frame.tsx'
import { FactorCodeForm } from './factor-code-form.tsx'

/** A user with a second factor proves it here before any other page opens. */
export function SecondFactorStep({
  onProven,
  onLeave,
  leaveLabel = 'Usar otra cuenta',
}: {
  onProven: () => void | Promise<void>
  onLeave: () => void
  leaveLabel?: string
}) {
  return (
    <AuthFrame
      title="Escribe tu código"
      intro="Tu cuenta tiene un segundo factor. Abre la app de códigos en tu teléfono para entrar."
    >
      <FactorCodeForm onProven={onProven} />
      <div className="mt-6 grid justify-items-start gap-4 border-t border-line pt-5">
        <Button variant="quiet" className="-ml-4.5" onClick={onLeave}>
          {leaveLabel}
        </Button>
        <LostPhone />
      </div>
    </AuthFrame>
  )
}

function LostPhone() {
  return (
    <details className="group">
      <summary className="link flex min-h-11 cursor-pointer items-center pointer-fine:min-h-8">
        ¿No tienes tu teléfono?
      </summary>
      <p className="mt-1 text-ink-soft">
        Si agregaste otro dispositivo, usa su código. Si no, escríbenos a{' '}
        <a href={`mailto:${brand.email}`} className="link">
          {brand.email}
        </a>{' '}
        desde el correo de tu cuenta y te decimos cómo seguir.
      </p>
    </details>
  )
}
