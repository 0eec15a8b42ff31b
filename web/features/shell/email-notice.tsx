import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'

import { useMe } from '#web/features/auth/use-me.ts'
import { hasProvenAddress } from '#web/platform/proven-address.ts'
import { refreshSession, useSession } from '#web/platform/session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazySection, Part } from '#web/ui/lazy-section.ts'

import { hasNoticeSpace, setNoticeSpace } from './notice-space.ts'

const content = lazySection(() => import('./email-notice-content.tsx').then((m) => m.EmailNoticeContent))

/**
 * Asks the user to confirm the address. Its space is reserved before it loads and stays as long as the page: see notice-space. It
 * appears and disappears with a page, or with the user's own press, so that it never moves the content under the pointer.
 */
export function EmailNotice() {
  const router = useRouter()
  const session = useSession()
  const { data: me } = useMe()
  const [isShown, setShown] = useState(false)
  // Dismissed until the next load.
  const isDismissed = useRef(false)
  const user = session.user
  const isProven = me ? me.emailConfirmed : user === undefined || hasProvenAddress(user)
  // The registration comes first, and the address after it.
  const isDue = user !== undefined && !isProven && !me?.registrationPending

  function show(next: boolean) {
    setNoticeSpace('email', next)
    setShown(next)
  }
  const decide = useEffectEvent(() => show(isDue && !isDismissed.current))
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) decide()
      }),
    [router],
  )
  // The page loaded with its space reserved, or the user signed out.
  useEffect(() => {
    if (session.status === 'signedIn') setShown(hasNoticeSpace('email'))
    else if (session.status === 'signedOut') {
      setNoticeSpace('session', false)
      decide()
    }
  }, [session.status])
  // Confirmed in another browser: the stored session is stale, and would reserve the space on the next load.
  const isStale = me?.emailConfirmed === true && user !== undefined && !hasProvenAddress(user)
  useEffect(() => {
    if (isStale) void refreshSession()
  }, [isStale])

  return (
    <div
      role="status"
      className={classNames(
        'hidden min-h-20 in-[[data-email-notice]]:block max-[22rem]:min-h-28 sm:min-h-16 print:hidden',
        isShown && isProven ? 'bg-green-soft' : 'bg-amber-soft',
      )}
    >
      {isShown && user?.email && (
        <Suspense>
          <Part
            part={content}
            props={{
              email: user.email,
              isMailed: user.confirmation_sent_at !== undefined,
              isProven,
              onDismiss: () => {
                isDismissed.current = true
                show(false)
              },
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
