import { Suspense, startTransition, useEffect, useState } from 'react'

import { lazySection, Part } from '#web/platform/lazy-section.tsx'
import { useHasSocialOutcome } from '#web/platform/session.ts'
import { readSocialReturn } from '#web/platform/social-return.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'

import { type LinkOutcome, readLinkOutcome } from './read-link-outcome.ts'

const notices = lazySection(() =>
  loadWithRetry(() => import('./landing-notices-content.tsx')).then((m) => m.LandingNoticesContent),
)

/** What some people are told above the page that they arrive at. Most have nothing to be told, and load none of it. */
export function LandingNotices() {
  const [outcome, setOutcome] = useState<LinkOutcome>()
  const [isNeeded, setNeeded] = useState(false)
  const isBack = useHasSocialOutcome()

  // Now, because the session client takes what it reads out of the address.
  useEffect(() => {
    // The page that a recovery link leads to reads its own; a return from another provider is told elsewhere.
    const isOurs = location.pathname !== '/reset-password' && !readSocialReturn(location)
    setOutcome(isOurs ? readLinkOutcome(location.hash) : undefined)
  }, [])

  const hasNotice = outcome !== undefined || isBack
  // Once there it stays: what it says may outlive what asked for it. The page may still be hydrating, and goes first.
  useEffect(() => {
    if (hasNotice) startTransition(() => setNeeded(true))
  }, [hasNotice])
  return (
    <div className="in-[[data-link-notice]]:min-h-52 sm:in-[[data-link-notice]]:min-h-28">
      {isNeeded && (
        <Suspense>
          <Part part={notices} props={{ outcome }} />
        </Suspense>
      )}
    </div>
  )
}
