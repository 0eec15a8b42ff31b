import { Suspense, startTransition, useEffect, useState } from 'react'

import { lazySection, Part } from '#web/platform/lazy-section.tsx'
import { useHasSocialOutcome } from '#web/platform/session.ts'
import { readSocialReturn } from '#web/platform/social-return.ts'
import { untilLoaded } from '#web/ui/until-loaded.ts'

import { type LinkOutcome, readLinkOutcome } from './read-link-outcome.ts'

const notices = lazySection(() => untilLoaded(() => import('./arrival-notices.tsx')).then((m) => m.ArrivalNotices))

/** What some people are told above the page that they arrive at. Most have nothing to be told, and load none of it. */
export function Arrival() {
  const [outcome, setOutcome] = useState<LinkOutcome>()
  const [isAsked, setAsked] = useState(false)
  const isBack = useHasSocialOutcome()

  // Now, because the session client takes what it reads out of the address.
  useEffect(() => {
    // The page that a recovery link leads to reads its own; a return from another provider is told elsewhere.
    const isOurs = location.pathname !== '/reset-password' && !readSocialReturn(location)
    setOutcome(isOurs ? readLinkOutcome(location.hash) : undefined)
  }, [])

  const asks = outcome !== undefined || isBack
  // Once there it stays: what it says may outlive what asked for it. The page may still be hydrating, and goes first.
  useEffect(() => {
    if (asks) startTransition(() => setAsked(true))
  }, [asks])
  return (
    <div className="in-[[data-link-notice]]:min-h-52 sm:in-[[data-link-notice]]:min-h-28">
      {isAsked && (
        <Suspense>
          <Part part={notices} props={{ outcome }} />
        </Suspense>
      )}
    </div>
  )
}
