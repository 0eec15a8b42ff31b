import { Suspense, startTransition, useEffect, useState } from 'react'

import { useHasSocialOutcome, useSession } from '#web/platform/session.ts'
import { readSocialReturn } from '#web/platform/social-return.ts'
import { lazySection, Part } from '#web/ui/lazy-section.ts'

const notices = lazySection(() => import('./landing-notices-content.tsx').then((m) => m.LandingNoticesContent))

/** What `readLinkOutcome` reads; its code loads with the notices. */
const mayHaveOutcome = /[#&](?:error|error_code|access_token|message)=/

/**
 * Notices above the first page of a visit, and the cover of a page whose session has ended. Most visitors have none, and load no
 * code for them.
 */
export function LandingNotices() {
  const [fragment, setFragment] = useState<string>()
  const [isNeeded, setNeeded] = useState(false)
  const hasSocialOutcome = useHasSocialOutcome()
  const { hasEnded } = useSession()

  // Read immediately, because the session client removes the outcome from the URL.
  useEffect(() => {
    // The page of a recovery link reads its own outcome; SocialOutcomeNotice reports a return from another provider.
    const isOurs = location.pathname !== '/reset-password' && !readSocialReturn(location)
    setFragment(isOurs && mayHaveOutcome.test(location.hash) ? location.hash : undefined)
  }, [])

  const hasNotice = fragment !== undefined || hasSocialOutcome || hasEnded
  // Stays mounted, because a notice may outlive its outcome. A transition, because the page may still be hydrating.
  useEffect(() => {
    if (hasNotice) startTransition(() => setNeeded(true))
  }, [hasNotice])
  return (
    <div className="in-[[data-link-notice]]:min-h-52 sm:in-[[data-link-notice]]:min-h-28">
      {isNeeded && (
        <Suspense>
          <Part part={notices} props={{ fragment }} />
        </Suspense>
      )}
    </div>
  )
}
