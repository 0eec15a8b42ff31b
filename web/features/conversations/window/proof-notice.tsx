import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { useMe } from '#web/features/auth/use-me.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Above the field, while the first message to a centre waits for the address of the user. */
export function ProofNotice({ centerName }: { centerName: string }) {
  const { data: me } = useMe()
  if (!me || me.emailConfirmed) return null
  return (
    <Banner
      tone="amber"
      className="mx-3 mb-3 sm:mx-4"
      action={<ResendConfirmation email={me.email} label="Reenviar correo de confirmación" />}
    >
      {`${centerName} recibe tu primer mensaje cuando confirmes tu correo. Hasta entonces queda guardado en este navegador, con tu sesión abierta.`}
    </Banner>
  )
}
