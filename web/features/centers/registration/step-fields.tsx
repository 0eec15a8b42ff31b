import { Suspense } from 'react'

import { useHydrated } from '#web/platform/use-hydrated.ts'
import { lazySection, Part } from '#web/ui/lazy-section.ts'

import { AccessStep } from './access-step.tsx'
import type { LaterStepsProps } from './later-steps.tsx'

const laterSteps = lazySection<LaterStepsProps>(() => import('./later-steps.tsx').then((module) => module.LaterSteps))

export const preloadLaterSteps = laterSteps.preload

/** The fields of the open step. Only the first step is in the server's HTML: a later one needs the values of the draft. */
export function StepFields({ step, wizard, isTaken, isBusy }: LaterStepsProps & { isTaken: boolean }) {
  const hydrated = useHydrated()
  if (step === 1) return <AccessStep form={wizard.form} isTaken={isTaken} isPasswordLost={wizard.isPasswordLost} />
  if (!hydrated) return null
  return (
    <Suspense>
      <Part part={laterSteps} props={{ step, wizard, isBusy }} />
    </Suspense>
  )
}
