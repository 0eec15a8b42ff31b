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

/** The frame of every page. The page's own content is in the only `main`. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const router = useRouter()

  // A screen reader continues from the new page's content, because the pressed link no longer exists.
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
