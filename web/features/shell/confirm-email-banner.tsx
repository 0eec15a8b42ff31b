import { useState } from 'react'

import { accountMessage } from '#web/features/accounts/account-messages.ts'
import { useMe } from '#web/features/accounts/use-me.ts'
import { client, useSession } from '#web/platform/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks for what the sign-up's mail asked for. Put off, it comes back with the next visit. */
export function ConfirmEmailBanner() {
  const session = useSession()
  const { data: me } = useMe()
  const [putOff, setPutOff] = useState(false)
  const [sending, setSending] = useState(false)
  if (session.status !== 'signedIn' || !me || me.emailConfirmed || putOff) return null

  async function resend(email: string) {
    setSending(true)
    const { error } = await (await client()).resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${location.origin}/` },
    })
    setSending(false)
    if (error) {
      toast({
        kind: 'destructive',
        title: 'Error',
        description: accountMessage(error) ?? 'No pudimos enviar el correo. Inténtalo de nuevo.',
      })
    } else toast({ kind: 'success', title: 'Correo enviado', description: `Búscalo en ${email}.` })
  }

  return (
    <Page className="pt-4">
      <Banner
        tone="amber"
        role="status"
        title="Confirma tu correo"
        onDismiss={() => setPutOff(true)}
        action={
          <Button variant="secondary" size="small" pending={sending} onClick={() => void resend(me.email)}>
            Reenviar correo
          </Button>
        }
      >
        Te enviamos un enlace a <span className="font-medium wrap-anywhere">{me.email}</span>. Ábrelo para confirmar que
        es tuyo.
      </Banner>
    </Page>
  )
}
