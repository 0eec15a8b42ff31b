import { ResendConfirmation } from '#web/features/accounts/resend-confirmation.tsx'
import { Banner } from '#web/ui/banner.tsx'

/** A change of address that waits for its confirmations. */
export function PendingEmail({ email, newEmail }: { email: string; newEmail: string }) {
  return (
    <Banner
      tone="amber"
      title="Falta confirmar el cambio"
      action={
        <ResendConfirmation email={email} label="Reenviar" type="email_change" sentTo={`${email} y en ${newEmail}`} />
      }
    >
      <p className="wrap-anywhere">
        Pasará a ser <span className="font-medium">{newEmail}</span> cuando abras el enlace que enviamos a cada una de
        las dos direcciones. Hasta entonces entras con la de siempre.
      </p>
    </Banner>
  )
}
