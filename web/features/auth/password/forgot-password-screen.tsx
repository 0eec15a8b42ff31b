import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { cleanEmail } from '#contract/pasted-email.ts'
import { recover } from '#web/platform/sign-in.ts'
import { useFieldText } from '#web/platform/use-field-text.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useFormToast } from '#web/ui/use-form-toast.ts'
import MailCheck from '~icons/lucide/mail-check'
import { AuthFrame } from '../auth-frame.tsx'
import { authMessage } from '../auth-messages.ts'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { NeedsScripts } from '../needs-scripts.tsx'

export function ForgotPasswordScreen() {
  const field = useRef<HTMLInputElement>(null)
  const { text: typed, read } = useFieldText(field)
  const toasts = useFormToast()
  const captcha = useCaptcha()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = cleanEmail(typed)
    setBusy(true)
    setError(undefined)
    const { error: failure } = await recover({ email, captchaToken: captcha.token() })
    captcha.renew()
    setBusy(false)
    if (failure) {
      const description = authMessage(failure) ?? 'Error al enviar el correo de recuperación'
      setError(description)
      toasts.show({ kind: 'destructive', title: 'Error', description })
      return
    }
    setSentTo(email)
    toasts.show({
      kind: 'success',
      title: 'Correo enviado',
      description: 'Te hemos enviado un enlace para restablecer tu contraseña.',
    })
  }

  if (sentTo !== undefined) return <MailSent to={sentTo} onOtherAddress={() => setSentTo(undefined)} />
  return (
    <AuthFrame
      title="Recuperar contraseña"
      intro="Escribe el correo de tu cuenta y te enviamos un enlace para elegir una contraseña nueva."
    >
      <form method="post" noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
        <NeedsScripts />
        <FormError error={error} />
        <TextField
          ref={field}
          name="email"
          type="email"
          label="Correo electrónico"
          autoComplete="username"
          inputMode="email"
          defaultValue={typed}
          onChange={read}
        />
        {captcha.field}
        <Button
          type="submit"
          size="large"
          wide
          disabled={typed.trim() === '' || !captcha.isReady}
          pending={busy}
          pendingLabel="Enviando…"
        >
          Enviar enlace
        </Button>
      </form>
      <p className="mt-6 border-t border-line pt-5">
        <Link to="/login" className="link inline-block py-2 font-semibold">
          Volver a iniciar sesión
        </Link>
      </p>
    </AuthFrame>
  )
}

function MailSent({ to, onOtherAddress }: { to: string; onOtherAddress: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null)
  // The focus disappeared with the form.
  useEffect(() => heading.current?.focus(), [])
  return (
    <AuthFrame title="Correo enviado">
      <div className="grid justify-items-start gap-4">
        <MailCheck aria-hidden="true" className="size-12 stroke-[1.5] text-action" />
        <p ref={heading} tabIndex={-1}>
          Te hemos enviado un enlace para restablecer tu contraseña.
        </p>
        <p className="text-ink-soft">
          Si hay una cuenta con <span className="font-medium wrap-anywhere text-ink">{to}</span>, el correo llega en
          unos minutos. Mira también en correo no deseado. El enlace sirve una sola vez y por poco tiempo.
        </p>
        <div className="mt-2 flex flex-wrap gap-3">
          <Link to="/login" className={buttonClass()}>
            Volver a iniciar sesión
          </Link>
          <Button variant="quiet" onClick={onOtherAddress}>
            Usar otro correo
          </Button>
        </div>
      </div>
    </AuthFrame>
  )
}
