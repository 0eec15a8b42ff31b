import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

import { errorMessage } from '#web/platform/error-message.ts'
import { NavigateContext } from '#web/ui/anchor.tsx'
import { ErrorTextContext } from '#web/ui/error-text.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { EmailNotice } from './email-notice.tsx'
import { LandingNotices } from './landing-notices.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** What stands around every page. The page's own content goes into the one `main`. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const router = useRouter()

  // A screen reader goes on from the new page's content, not from the link that is gone.
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )

  return (
    <NavigateContext
      value={(href) => router.history.push(href.startsWith('?') ? router.state.location.pathname + href : href)}
    >
      <ErrorTextContext value={errorMessage}>
        <div className="flex min-h-dvh flex-col">
          <SkipLink />
          <SiteHeader />
          <EmailNotice />
          <main id="main" tabIndex={-1} className="grow">
            <LandingNotices />
            {children}
          </main>
          <SiteFooter />
        </div>
        <ToastRegion />
      </ErrorTextContext>
    </NavigateContext>
  )
}
