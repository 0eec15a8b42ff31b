import { useState } from 'react'
import { client } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { authMessage } from '../auth-messages.ts'
import { useCaptcha } from '../captcha/use-captcha.tsx'

/** Sends a confirmation mail again, and reports whether it was sent. */
export function ResendConfirmation({
  email,
  label,
  type = 'signup',
  sentTo = email,
  onAsk,
}: {
  email: string
  label: string
  type?: 'signup' | 'email_change'
  sentTo?: string
  onAsk?: () => void
}) {
  const captcha = useCaptcha()
  const [isRequested, setRequested] = useState(false)
  const [sending, setSending] = useState(false)
  const waits = isRequested && !captcha.isReady

  async function resend() {
    setRequested(true)
    onAsk?.()
    if (!captcha.isReady) return
    setSending(true)
    const captchaToken = captcha.token()
    const { error } = await (await client()).resend({
      type,
      email,
      options: { emailRedirectTo: `${location.origin}/`, ...(captchaToken && { captchaToken }) },
    })
    setSending(false)
    setRequested(false)
    captcha.renew()
    if (error) {
      toast({
        kind: 'destructive',
        title: 'Error',
        description: authMessage(error) ?? 'No pudimos enviar el correo. Inténtalo de nuevo.',
      })
    } else toast({ kind: 'success', title: 'Correo enviado', description: `Búscalo en ${sentTo}.` })
  }

  return (
    <div className="grid justify-items-start gap-2">
      {isRequested && captcha.field}
      <Button
        variant="secondary"
        size="small"
        disabled={waits}
        pending={sending}
        pendingLabel="Enviando…"
        onClick={() => void resend()}
      >
        {label}
      </Button>
    </div>
  )
}
