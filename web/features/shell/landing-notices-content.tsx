import { Suspense, useMemo } from 'react'

import { useSession } from '#web/platform/session.ts'
import { lazySection, Part } from '#web/ui/lazy-section.ts'

import { LinkOutcomeNotice } from './link-outcome.tsx'
import { readLinkOutcome } from './read-link-outcome.ts'
import { SocialOutcomeNotice } from './social-outcome-notice.tsx'

const sessionEnded = lazySection(() =>
  import('#web/features/auth/session-ended/session-ended.tsx').then((m) => m.SessionEnded),
)

/** `fragment`: of the address that opened this page, if a mailed link may have left its outcome there. */
export function LandingNoticesContent({ fragment }: { fragment: string | undefined }) {
  const outcome = useMemo(() => (fragment === undefined ? undefined : readLinkOutcome(fragment)), [fragment])
  const { hasEnded } = useSession()
  return (
    <>
      <LinkOutcomeNotice outcome={outcome} />
      <SocialOutcomeNotice />
      {hasEnded && (
        <Suspense>
          <Part part={sessionEnded} props={{}} />
        </Suspense>
      )}
    </>
  )
}
