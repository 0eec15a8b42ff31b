import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { pathWithNext } from '#web/features/auth/sign-in/path-with-next.ts'
import { signOut } from '#web/platform/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type ForeignAppointmentProps = { email: string; href: string; onDismiss?: () => void }

/** For a link to an appointment that this account does not have: families and teams share a browser. `href`: the link. */
export function ForeignAppointment({ email, href, onDismiss }: ForeignAppointmentProps) {
  const router = useRouter()
  const change = useMutation({
    mutationFn: async () => {
      await signOut('local')
      router.history.push(pathWithNext('/login', href))
    },
  })
  return (
    <Banner
      tone="amber"
      role="alert"
      title="No encontramos esa cita en esta cuenta"
      {...(onDismiss && { onDismiss })}
      action={
        <Button
          size="small"
          variant="secondary"
          pending={change.isPending}
          pendingLabel="Saliendo…"
          onClick={() => change.mutate()}
        >
          Salir y entrar con otra cuenta
        </Button>
      }
    >
      <span className="wrap-anywhere">{`Entraste como ${email}. Si la reservaste con otra cuenta, entra con ella.`}</span>
    </Banner>
  )
}
