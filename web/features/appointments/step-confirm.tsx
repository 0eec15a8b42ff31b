import { Suspense } from 'react'
import type { z } from 'zod'

import type { Appointment } from '#contract/appointments.ts'
import type { dependant } from '#contract/dependants.ts'
import { usePendingStep } from '#web/features/auth/use-pending-step.ts'
import { useSession } from '#web/platform/session.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { BookingAccessProps } from './access/booking-access.tsx'
import { homeAddressId } from './use-confirm-step.ts'
import { VideoConsent } from './video-consent.tsx'

// Loaded lazily: only a visitor without a session needs these forms and their schemas.
const BookingAccess = lazyPart(() => import('./access/booking-access.tsx').then((module) => module.BookingAccess))

export type StepConfirmProps = Omit<BookingAccessProps, 'heldUntil'> & {
  hold: Appointment
  dependants: readonly z.output<typeof dependant>[]
  dependantId: string
  onDependantChange: (id: string) => void
  consents: boolean
  onConsentsChange: (consents: boolean) => void
  homeAddress: string
  onHomeAddressChange: (address: string) => void
  addressError: string | undefined
}

/** The last step's fields. A visitor without a session registers or signs in here while the time stays held. */
export function StepConfirm({ hold, dependants, dependantId, onDependantChange, ...props }: StepConfirmProps) {
  const { consents, onConsentsChange, homeAddress, onHomeAddressChange, addressError, ...access } = props
  const session = useSession()
  const pendingStep = usePendingStep(access.returnHref)
  if (session.status === 'loading') return <Skeleton className="h-24" />
  return (
    <div className="grid gap-5">
      {session.status === 'signedIn' && pendingStep && (
        <div className="grid justify-items-start gap-3 rounded-card bg-sand px-4 py-4">
          <p>{pendingStep.text} La hora queda guardada mientras tanto y vuelves a este paso.</p>
          <Anchor href={pendingStep.href} className={buttonClass()}>
            {pendingStep.label}
          </Anchor>
        </div>
      )}
      {dependants.length > 0 && (
        <RadioCards
          legend="¿Para quién?"
          name="attendee"
          columns={2}
          value={dependantId}
          onChange={(event) => onDependantChange(event.currentTarget.value)}
          options={[
            { value: '', label: 'Para mí' },
            ...dependants.map(({ id, fullName, relation }) => ({ value: id, label: fullName, description: relation })),
          ]}
        />
      )}
      {hold.place === 'home' && !pendingStep && (
        <TextField
          id={homeAddressId}
          label="Dirección de la visita"
          hint="La ve solo el profesional que te atiende."
          required
          autoComplete="street-address"
          maxLength={300}
          value={homeAddress}
          onChange={(event) => onHomeAddressChange(event.currentTarget.value)}
          error={addressError}
        />
      )}
      {hold.place === 'online' && <VideoConsent isGiven={consents} onChange={onConsentsChange} />}
      {session.status === 'signedOut' && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <BookingAccess {...access} heldUntil={hold.holdExpiresAt ?? hold.startsAt} />
        </Suspense>
      )}
    </div>
  )
}
