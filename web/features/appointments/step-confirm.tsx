import { Suspense } from 'react'

import { usePendingStep } from '#web/features/auth/use-pending-step.ts'
import { useSession } from '#web/platform/session.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

import type { BookingAccessProps } from './access/booking-access.tsx'
import { HoldFields, type HoldFieldsProps } from './hold-fields.tsx'

// Loaded lazily: only a visitor without a session needs these forms and their schemas.
const BookingAccess = lazyPart(() => import('./access/booking-access.tsx').then((module) => module.BookingAccess))

export type StepConfirmProps = Omit<BookingAccessProps, 'heldUntil'> & Omit<HoldFieldsProps, 'asksAddress'>

/** The last step's fields. A visitor without a session registers or signs in here while the time stays held. */
export function StepConfirm({ hold, dependants, values, onChange, addressError, ...access }: StepConfirmProps) {
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
      <HoldFields
        hold={hold}
        dependants={dependants}
        values={values}
        onChange={onChange}
        asksAddress={!pendingStep}
        addressError={addressError}
      />
      {session.status === 'signedOut' && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <BookingAccess {...access} heldUntil={hold.holdExpiresAt ?? hold.startsAt} />
        </Suspense>
      )}
    </div>
  )
}
