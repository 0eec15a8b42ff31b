import { useEffect, useRef } from 'react'

import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { formatTimeWithOwn } from '#web/platform/own-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

import { accessFormId } from './access.ts'
import { accessDraft } from './access-draft.ts'

export type CheckMailProps = { heldUntil: string; onConfirmed: () => void; onOtherAddress: () => void }

/** The address has to be confirmed before its account can sign in. The text is the same for an address that has an account. */
export function CheckMail({ heldUntil, onConfirmed, onOtherAddress }: CheckMailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { sentTo = '' } = accessDraft.read()
  useEffect(() => heading.current?.focus(), [])
  return (
    <form
      id={accessFormId}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onConfirmed()
      }}
      className="grid scroll-mt-16 gap-4"
    >
      <h3 ref={heading} tabIndex={-1}>
        Revisa tu correo
      </h3>
      <Banner
        tone="blue"
        title={`Tu hora queda guardada hasta las ${formatTimeWithOwn(heldUntil)}`}
        action={<ResendConfirmation email={sentTo} label="Reenviar correo" />}
      >
        Te enviamos un correo a{' '}
        <span translate="no" className="font-medium wrap-anywhere">
          {sentTo}
        </span>
        . Abre su enlace en este dispositivo: vuelves a este paso y confirmas.
      </Banner>
      <Button variant="quiet" size="small" className="-ml-3 justify-self-start" onClick={onOtherAddress}>
        Usar otro correo
      </Button>
    </form>
  )
}
