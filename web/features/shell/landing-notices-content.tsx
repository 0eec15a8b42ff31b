import { LinkOutcomeNotice } from './link-outcome.tsx'
import type { LinkOutcome } from './read-link-outcome.ts'
import { SocialOutcomeNotice } from './social-outcome-notice.tsx'

/** `outcome`: of the mailed link that opened this page. */
export function LandingNoticesContent({ outcome }: { outcome: LinkOutcome | undefined }) {
  return (
    <>
      <LinkOutcomeNotice outcome={outcome} />
      <SocialOutcomeNotice />
    </>
  )
}
