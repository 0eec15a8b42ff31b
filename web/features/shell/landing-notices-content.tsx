import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import { useCurrentHoldHref } from '#web/features/auth/current-hold.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { useHasSocialOutcome, useSession } from '#web/platform/session.ts'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'
import { LinkOutcomeNotice } from './link-outcome.tsx'
import { readLinkOutcome } from './read-link-outcome.ts'

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

/** Finishes a sign-in through another provider on the page to which it returns. Loaded only then. */
function SocialOutcomeNotice() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { queries } = useApi()
  const currentHoldHref = useCurrentHoldHref()
  const hasSocialOutcome = useHasSocialOutcome()

  const settle = useEffectEvent(async () => {
    const { finishSocialSignIn } = await loadWithRetry(
      () => import('#web/features/auth/social/finish-social-sign-in.ts'),
    )
    await finishSocialSignIn({
      loadMe: () =>
        queryClient
          .fetchQuery(queries.accounts.me.queryOptions())
          .catch((error: unknown) => (errorCode(error) === 'session.second_factor' ? 'codeMissing' : undefined)),
      currentHoldHref,
      replace: (href) => router.history.replace(href),
    })
  })
  useEffect(() => {
    if (hasSocialOutcome) void settle()
  }, [hasSocialOutcome])
  return null
}
