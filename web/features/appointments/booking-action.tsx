import { useMe } from '#web/features/auth/use-me.ts'
import { usePendingStep } from '#web/features/auth/use-pending-step.ts'
import { useSession } from '#web/platform/session.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

import { type Access, accessLabels, submitAccess } from './access/access.ts'
import type { BookingStepId } from './booking-search.ts'

export type BookingActionProps = {
  step: BookingStepId
  hasHold: boolean
  returnHref: string
  confirmLabel: string
  /** A deposit is paid after the confirmation. */
  paysDeposit: boolean
  confirming: boolean
  access: Access
  onAccess: (access: Access) => void
  /** Confirms, or moves the focus to what is missing. */
  onConfirm: () => void
  /** Whether the form says for whom the appointment is; if not, the focus moves to what is missing. */
  isAttendeeKnown: () => boolean
  onKeepHold: () => void
}

const buttonSize = 'max-lg:px-4 max-sm:grow lg:w-full'

export function BookingAction(props: BookingActionProps) {
  const {
    step,
    hasHold,
    returnHref,
    confirmLabel,
    paysDeposit,
    confirming,
    access,
    onAccess,
    onConfirm,
    isAttendeeKnown,
    onKeepHold,
  } = props
  const session = useSession()
  const me = useMe()
  const pendingStep = usePendingStep(returnHref)

  if (step === 'what') {
    return (
      <Button variant="secondary" className={buttonSize} onClick={onConfirm}>
        Elegir servicio
      </Button>
    )
  }
  if (step === 'when') {
    return hasHold ? (
      <Button className={buttonSize} onClick={onKeepHold}>
        Seguir con esta hora
      </Button>
    ) : (
      <Button variant="secondary" className={buttonSize} onClick={onConfirm}>
        Elegir hora
      </Button>
    )
  }
  if (hasHold && session.status === 'signedOut') {
    return (
      <Button
        className={buttonSize}
        pending={access.busy}
        pendingLabel={access.mode === 'register' ? 'Creando tu cuenta…' : 'Un momento…'}
        onClick={() => {
          if (!isAttendeeKnown()) return
          if (!submitAccess()) onAccess({ ...access, pressed: true })
        }}
      >
        {paysDeposit && access.mode === 'register' ? 'Crear cuenta y seguir' : accessLabels[access.mode]}
      </Button>
    )
  }
  if (pendingStep) {
    return (
      <Anchor href={pendingStep.href} className={buttonClass({ className: buttonSize })}>
        {pendingStep.label}
      </Anchor>
    )
  }
  const isReady = hasHold && session.status === 'signedIn' && !me.isPending
  return (
    <Button
      className={buttonSize}
      disabled={!isReady}
      pending={confirming}
      pendingLabel="Procesando…"
      onClick={onConfirm}
    >
      {confirmLabel}
    </Button>
  )
}
