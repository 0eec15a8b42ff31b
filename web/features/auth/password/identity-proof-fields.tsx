import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import MailCheck from '~icons/lucide/mail-check'
import { CodeField } from '../second-factor/code-field.tsx'
import type { IdentityProof } from './identity-proof.ts'

export function IdentityProofFields({ proof, email }: { proof: IdentityProof; email: string }) {
  if (!proof.isNeeded) return null
  return proof.kind === 'password' ? <CurrentPassword proof={proof} /> : <MailedCode proof={proof} email={email} />
}

/** A refusal takes the focus to the field, which may have appeared with it, or just before, when the sign-in stopped being recent. */
function useFocusOnError(error: string | undefined) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  return field
}

function CurrentPassword({ proof }: { proof: IdentityProof }) {
  const field = useFocusOnError(proof.error)
  return (
    <div className="grid justify-items-start gap-1">
      <PasswordField
        ref={field}
        name="current-password"
        label="Contraseña actual"
        hint="Pasó un rato desde que entraste: así sabemos que sigues siendo tú."
        autoComplete="current-password"
        className="w-full"
        value={proof.typed}
        onChange={(event) => proof.type(event.currentTarget.value)}
        error={proof.error}
      />
      <Button variant="quiet" size="small" className="-ml-3" onClick={() => proof.choose('code')}>
        No la recuerdo: usar un código por correo
      </Button>
    </div>
  )
}

function MailedCode({ proof, email }: { proof: IdentityProof; email: string }) {
  const field = useFocusOnError(proof.error)
  const isSent = proof.codesSent > 0
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-sand p-4">
      <p className="wrap-anywhere">
        {isSent ? (
          <span role="status" key={proof.codesSent} className="flex gap-2">
            <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-action" />
            <span>
              Te enviamos un código a{' '}
              <span translate="no" className="font-medium">
                {email}
              </span>
              . Mira también en correo no deseado.
            </span>
          </span>
        ) : (
          <>
            Para saber que eres tú, te enviamos un código a{' '}
            <span translate="no" className="font-medium">
              {email}
            </span>
            .
          </>
        )}
      </p>
      <CodeField
        ref={field}
        name="mailed-code"
        label="Código del correo"
        value={proof.typed}
        onChange={proof.type}
        error={proof.error}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          pending={proof.isSending}
          pendingLabel="Enviando…"
          onClick={() => void proof.sendCode()}
        >
          {isSent ? 'Enviar otro código' : 'Enviarme el código'}
        </Button>
        {proof.hasPassword && (
          <Button variant="quiet" size="small" onClick={() => proof.choose('password')}>
            Usar mi contraseña actual
          </Button>
        )}
      </div>
    </div>
  )
}
