import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ChangeAccountButton } from '#web/features/auth/change-account-button.tsx'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { useMe } from '#web/features/auth/use-me.ts'
import { usePendingStep } from '#web/features/auth/use-pending-step.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'
import { useRefreshEndedInvitation } from '../api/refresh-ended-invitation.ts'

/** Lets a signed-in visitor join the team, or sign out to use the invited account. */
export function AcceptInvitation({
  token,
  here,
  invitation,
}: {
  token: string
  here: string
  invitation: { centerName: string; emailHint: string; hasAccount: boolean }
}) {
  const { data: me } = useMe()
  const pendingStep = usePendingStep(here)
  const { accept, join } = useJoin({ token, centerName: invitation.centerName })
  const refusal = errorCode(accept.error)
  const isOther = refusal === 'team.other_address'
  const isMember = refusal === 'team.already_member'

  if (pendingStep) return <PendingStepBanner step={pendingStep} />
  return (
    <div className="grid gap-4">
      {accept.error && !isMember && <RefusalBanner error={accept.error} emailHint={invitation.emailHint} />}
      {isMember && (
        <Banner tone="blue" role="alert">
          Ya eres parte de este equipo.
        </Banner>
      )}
      {isMember ? (
        <Link to="/center/dashboard" className={buttonClass({ size: 'large', wide: true })}>
          Ir a mi centro
        </Link>
      ) : (
        !isOther && (
          <Button size="large" wide pending={accept.isPending} pendingLabel="Aceptando…" onClick={join}>
            Aceptar la invitación
          </Button>
        )
      )}
      {me && !isOther && <p className="text-sm text-ink-soft wrap-anywhere">{`Entraste como ${me.email}.`}</p>}
      {/* Without an account, this page shows the registration form. */}
      <ChangeAccountButton
        href={invitation.hasAccount ? here : undefined}
        variant={isOther ? 'primary' : 'quiet'}
        size={isOther ? 'large' : 'medium'}
        wide={isOther}
        {...(!isOther && { className: '-ml-4.5 justify-self-start' })}
      />
    </div>
  )
}

function useJoin({ token, centerName }: { token: string; centerName: string }) {
  const router = useRouter()
  const { queries } = useApi()
  const accept = useMutation(queries.team.acceptInvitation.mutationOptions({ onError: useRefreshEndedInvitation() }))
  const join = () =>
    accept.mutateAsync({ token }).then(
      ({ centerId }) => {
        toast({ kind: 'success', title: 'Ya eres parte del equipo', description: centerName })
        return router.navigate({
          to: '/center/dashboard',
          search: { seccion: 'agenda', centro: centerId },
          replace: true,
        })
      },
      // The banner above the button shows the error.
      () => undefined,
    )
  return { accept, join }
}

function PendingStepBanner({ step }: { step: { href: string; label: string; text: string } }) {
  return (
    <Banner
      tone="amber"
      action={
        <Anchor href={step.href} className={buttonClass({ size: 'small' })}>
          {step.label}
        </Anchor>
      }
    >
      {step.text}
    </Banner>
  )
}

function RefusalBanner({ error, emailHint }: { error: Error; emailHint: string }) {
  const { data: me } = useMe()
  const isOther = errorCode(error) === 'team.other_address'
  const isUnverified = errorCode(error) === 'team.email_unverified'
  return (
    <Banner
      tone={isOther || isUnverified ? 'amber' : 'red'}
      role="alert"
      action={isUnverified && me && <ResendConfirmation email={me.email} label="Reenviar correo" />}
    >
      {isOther
        ? `La invitación es para ${emailHint}${me ? `, y entraste como ${me.email}` : ''}. Sal y entra con la cuenta de ese correo, o crea una.`
        : errorMessage(error)}
    </Banner>
  )
}
