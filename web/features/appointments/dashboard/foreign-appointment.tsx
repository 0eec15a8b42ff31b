import { ChangeAccountButton } from '#web/features/auth/change-account-button.tsx'
import { Banner } from '#web/ui/banner.tsx'

type ForeignAppointmentProps = { email: string; href: string; onDismiss?: () => void }

/** For a link to an appointment that this account does not have: families and teams share a browser. `href`: the link. */
export function ForeignAppointment({ email, href, onDismiss }: ForeignAppointmentProps) {
  return (
    <Banner
      tone="amber"
      role="alert"
      title="No encontramos esa cita en esta cuenta"
      {...(onDismiss && { onDismiss })}
      action={<ChangeAccountButton href={href} size="small" variant="secondary" />}
    >
      <span className="wrap-anywhere">{`Entraste como ${email}. Si la reservaste con otra cuenta, entra con ella.`}</span>
    </Banner>
  )
}
