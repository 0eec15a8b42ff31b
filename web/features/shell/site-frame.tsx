import { type AnyRouter, Link, useMatches, useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { brand } from '#contract/brand.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { localToday } from '#web/platform/local-days.ts'
import { holdPage, useHasSocialOutcome, useSession } from '#web/platform/session.ts'
import { readSocialReturn } from '#web/platform/social-return.ts'
import { NavigateContext } from '#web/ui/anchor.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorTextContext } from '#web/ui/error-text.ts'
import { lazyPart, lazySection, Part } from '#web/ui/lazy-section.ts'
import { Logo } from '#web/ui/logo.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { TodayContext } from '#web/ui/today.ts'
import { HoldPageContext } from '#web/ui/unsaved-form.ts'
import { AccountCorner } from './account-corner.tsx'
import { EmailNotice } from './email-notice.tsx'
import { mainDestinations } from './navigation.ts'
import { PhoneMenu } from './phone-menu.tsx'
import { SiteFooter } from './site-footer.tsx'

const notices = lazySection(() => import('./landing-notices-content.tsx').then((m) => m.LandingNoticesContent))

const patientBar = lazySection(() => import('./patient-bar.tsx').then((m) => m.PatientBar))

/** What `readLinkOutcome` reads; its code loads with the notices. */
const mayHaveOutcome = /[#&](?:error|error_code|access_token|message)=/

/** The server's HTML has the footer, so the browser hydrates it with code that loads later. */
const LaterFooter = createIsomorphicFn()
  .server(() => SiteFooter)
  .client(() => lazyPart(() => import('./site-footer.tsx').then((module) => module.SiteFooter)))()

/** The page is as high as the window. A low window, and paper, get a page that grows with its content. */
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
        <TodayContext value={localToday}>
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
              {!isWork && <BottomBar />}
            </Page>
            <ToastRegion />
          </HoldPageContext>
        </TodayContext>
      </ErrorTextContext>
    </NavigateContext>
  )
}

/**
 * Notices above the first page of a visit, and the cover of a page whose session has ended. Most visitors have none, and load no
 * code for them.
 */
function LandingNotices() {
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

function BottomBar() {
  const { status } = useSession()
  return (
    status === 'signedIn' && (
      <Suspense>
        <Part part={patientBar} props={{}} />
      </Suspense>
    )
  )
}

function SiteHeader() {
  return (
    <header className="relative z-30 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-17 w-full max-w-page items-center gap-2 px-4 cramped:flex-wrap cramped:px-3 sm:px-6 lg:px-8">
        <Link
          to="/"
          aria-label={`${brand.name}, ir al inicio`}
          className="-ml-1 inline-flex min-h-11 items-center rounded-control pr-1"
        >
          <Logo name={brand.name} />
        </Link>
        <nav aria-label="Principal" className="ml-6 hidden md:block">
          <ul className="flex items-center gap-1">
            {mainDestinations.map((item) => (
              <li key={item.to}>
                <Link
                  to={item.to}
                  activeProps={{ className: 'text-action underline decoration-clay decoration-3 underline-offset-10' }}
                  className="inline-flex min-h-11 items-center rounded-control px-3.5 font-medium hover:text-action"
                >
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <AccountCorner />
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}
