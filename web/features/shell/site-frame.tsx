import { type AnyRouter, useMatches, useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ReactNode, Suspense, useEffect } from 'react'

import { errorMessage } from '#web/platform/error-message.ts'
import { holdPage } from '#web/platform/session.ts'
import { NavigateContext } from '#web/ui/anchor.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorTextContext } from '#web/ui/error-text.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { HoldPageContext } from '#web/ui/unsaved-form.ts'
import { EmailNotice } from './email-notice.tsx'
import { LandingNotices } from './landing-notices.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The server's HTML has the footer, so the browser hydrates it with code that loads later. */
const LaterFooter = createIsomorphicFn()
  .server(() => SiteFooter)
  .client(() => lazyPart(() => import('./site-footer.tsx').then((module) => module.SiteFooter)))()

/** As high as the window. A low window, and paper, get a page that grows with its content. */
const workHeight = 'h-dvh overflow-hidden low:h-auto low:min-h-dvh low:overflow-visible print:block print:h-auto'

/**
 * An element of our own: React skips what an extension puts first into the body unless it is the same element, and extensions put divs
 * there. Within a section, the header and the footer would not be landmarks.
 */
const Page = 'senda-page' as 'div'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * `work`: the page is as high as the window and renders its own navigation and `main` (web/features/work). `tool`: a page
     * where people stay to work has no footer.
     */
    frame?: 'work' | 'tool'
  }
}

/**
 * A screen reader continues from the new page's content, because the pressed link no longer exists. While the page loads, the
 * user may have opened a menu, and keeps it.
 */
function focusEachPage(router: AnyRouter): () => void {
  let pressed: Element | null = null
  const stops = [
    router.subscribe('onBeforeNavigate', () => {
      pressed = document.activeElement
    }),
    router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      const { activeElement, body } = document
      const hasMovedOn = activeElement !== body && activeElement !== pressed
      if (pathChanged && fromLocation && !hasMovedOn) document.getElementById('main')?.focus({ preventScroll: true })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * The frame of every page. The page's own content is in the only `main`. A page for work gets the notices and the skip link,
 * and neither header nor footer.
 */
export function SiteFrame({ children }: { children: ReactNode }) {
  const router = useRouter()
  const frame = useMatches({ select: (matches) => matches.at(-1)?.staticData.frame })
  const isWork = frame === 'work'

  useEffect(() => focusEachPage(router), [router])

  return (
    <NavigateContext
      value={(href) => router.history.push(href.startsWith('?') ? router.state.location.pathname + href : href)}
    >
      <ErrorTextContext value={errorMessage}>
        <HoldPageContext value={holdPage}>
          <Page className={classNames('flex flex-col', isWork ? workHeight : 'min-h-dvh')}>
            <SkipLink />
            {!isWork && <SiteHeader />}
            <EmailNotice />
            {isWork ? (
              <>
                <LandingNotices />
                {children}
              </>
            ) : (
              <main id="main" tabIndex={-1} className="grow">
                <LandingNotices />
                {children}
              </main>
            )}
            {!frame && (
              <Suspense>
                <LaterFooter />
              </Suspense>
            )}
          </Page>
          <ToastRegion />
        </HoldPageContext>
      </ErrorTextContext>
    </NavigateContext>
  )
}
