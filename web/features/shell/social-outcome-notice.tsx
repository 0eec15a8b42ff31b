import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { useCurrentHoldHref } from '#web/features/auth/current-hold.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { useHasSocialOutcome } from '#web/platform/session.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'

/** Finishes a sign-in through another provider on the page to which it returns. Loaded only then. */
export function SocialOutcomeNotice() {
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
