import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { formatTimeWithOwn } from '#web/platform/own-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Access, type AccessMode, accessFormId, submitAccess } from './access.ts'
import { accessDraft } from './access-draft.ts'
import { RegisterFields } from './register-fields.tsx'
import { SignInFields } from './sign-in-fields.tsx'

export type BookingAccessProps = {
  /** The page to which a mailed link and the full sign-in page return. */
  returnHref: string
  heldUntil: string
  access: Access
  onAccess: (access: Access) => void
  /** Called once the new account is signed in, to confirm the booking. */
  onRegistered: () => void
  onSignedIn: () => void
}

const intros: Record<Exclude<AccessMode, 'checkMail'>, { title: string; other: string; otherMode: AccessMode }> = {
  register: { title: 'Crea tu cuenta para confirmar', other: 'Ya tengo cuenta', otherMode: 'signIn' },
  signIn: { title: 'Inicia sesión para confirmar', other: 'Crear una cuenta nueva', otherMode: 'register' },
}

/** Registration or sign-in inside the confirm step. Switching between them keeps what the visitor typed. */
export function BookingAccess({
  returnHref,
  heldUntil,
  access,
  onAccess,
  onRegistered,
  onSignedIn,
}: BookingAccessProps) {
  const [isTaken, setTaken] = useState(false)
  const { mode } = access
  const setBusy = (busy: boolean) => onAccess({ mode, busy })

  function open(next: AccessMode) {
    accessDraft.write({ ...accessDraft.read(), mode: next })
    onAccess({ mode: next, busy: false })
  }

  const restore = useEffectEvent(() => {
    const draft = accessDraft.read()
    if (draft.mode && draft.mode !== mode) onAccess({ mode: draft.mode, busy: false })
    else if (access.pressed) {
      onAccess({ mode, busy: false })
      submitAccess()
    }
  })
  useEffect(() => restore(), [])

  if (mode === 'checkMail') {
    return (
      <CheckMail heldUntil={heldUntil} onConfirmed={() => open('signIn')} onOtherAddress={() => open('register')} />
    )
  }
  const { title, other, otherMode } = intros[mode]
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3>{title}</h3>
        <Button
          variant="quiet"
          size="small"
          className="-mx-3"
          onClick={() => {
            setTaken(false)
            open(otherMode)
          }}
        >
          {other}
        </Button>
      </div>
      {mode === 'register' ? (
        <RegisterFields
          returnHref={returnHref}
          onBusy={setBusy}
          onRegistered={onRegistered}
          onTaken={() => {
            setTaken(true)
            open('signIn')
          }}
          onMailSent={() => open('checkMail')}
        />
      ) : (
        <SignInFields returnHref={returnHref} isTaken={isTaken} onBusy={setBusy} onSignedIn={onSignedIn} />
      )}
      <p className="text-sm text-ink-soft">{`La hora queda guardada hasta las ${formatTimeWithOwn(heldUntil)}.`}</p>
    </div>
  )
}

type CheckMailProps = { heldUntil: string; onConfirmed: () => void; onOtherAddress: () => void }

/** The address has to be confirmed before its account can sign in. The text is the same for an address that has an account. */
function CheckMail({ heldUntil, onConfirmed, onOtherAddress }: CheckMailProps) {
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
