import { useState } from 'react'
import { client } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { authMessage } from '../auth-messages.ts'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { useResendOffer } from './resend-offers.ts'

type Props = {
  email: string
  label: string
  type?: 'signup' | 'email_change'
  sentTo?: string
  onAsk?: () => void
}

/**
 * Sends a confirmation mail again, and reports whether it was sent. The mail of a sign-up is offered once on a screen.
 * `isAbovePage`: in the notice above every page.
 */
export function ResendConfirmation({ isAbovePage = false, ...props }: Props & { isAbovePage?: boolean }) {
  if (props.type === 'email_change') return <ResendButton {...props} />
  return <SingleOffer isAbovePage={isAbovePage} {...props} />
}

function SingleOffer({ isAbovePage, ...props }: Props & { isAbovePage: boolean }) {
  return useResendOffer({ isAbovePage }) ? <ResendButton {...props} /> : null
}

function ResendButton({ email, label, type = 'signup', sentTo = email, onAsk }: Props) {
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
