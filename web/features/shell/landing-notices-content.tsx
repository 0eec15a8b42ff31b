import { useMemo } from 'react'

import { LinkOutcomeNotice } from './link-outcome.tsx'
import { readLinkOutcome } from './read-link-outcome.ts'
import { SocialOutcomeNotice } from './social-outcome-notice.tsx'

/** `fragment`: of the address that opened this page, if a mailed link may have left its outcome there. */
export function LandingNoticesContent({ fragment }: { fragment: string | undefined }) {
  const outcome = useMemo(() => (fragment === undefined ? undefined : readLinkOutcome(fragment)), [fragment])
  return (
    <>
      <LinkOutcomeNotice outcome={outcome} />
      <SocialOutcomeNotice />
    </>
  )
}
