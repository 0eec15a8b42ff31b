import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  HeadContent,
  lazyRouteComponent,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouter,
} from '@tanstack/react-router'
import { type ReactNode, use } from 'react'

import { brand, builtInBrand } from '#contract/brand.ts'
import { holdEarlySubmit } from '#web/features/auth/early-submit.ts'
import { ErrorPage } from '#web/features/shell/error-page.tsx'
import { reserveNoticeSpace } from '#web/features/shell/notice-space.ts'
import { warnOldBrowser } from '#web/features/shell/old-browser.ts'
import { reportErrors } from '#web/features/shell/report-errors.ts'
import { SiteFrame } from '#web/features/shell/site-frame.tsx'
import type { ApiTools } from '#web/platform/api.ts'
import { canonicalPath } from '#web/platform/canonical-path.ts'
import { noteServed } from '#web/platform/foreign-nodes.ts'
import { OperatorWords } from '#web/platform/operator-words.ts'
import { sharedImage } from '#web/platform/page-head.ts'
import { PageHydrated } from '#web/platform/page-hydrated.tsx'
import { PageQueries } from '#web/platform/page-queries.tsx'
import { reserveZoneSpace } from '#web/platform/zone-space.ts'
import { fontPreloads } from '#web/ui/fonts.ts'
import '#web/ui/styles.css'

// zod tries eval once, which the content security policy reports as a violation. It must be configured before it loads.
const beforeModules = 'globalThis.__zod_globalConfig={jitless:true}'

const installLinks = [
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** The picture of shared pages has the built-in name and claim drawn in it. */
const hasDrawnName = () => brand.name === builtInBrand.name && brand.claim === builtInBrand.claim

/** `origin`: of the page's address; on the server the configured public address. */
type RootContext = { queryClient: QueryClient; origin: () => string } & ApiTools

export const Route = createRootRouteWithContext<RootContext>()({
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: match._notFound ? `Página no encontrada · ${brand.name}` : `${brand.name} · ${brand.claim}` },
      { name: 'color-scheme', content: 'light dark' },
      // Only in the server's HTML, which is what others read of a shared address.
      ...(import.meta.env.SSR && hasDrawnName()
        ? sharedImage({ origin: match.context.origin(), url: '/og.png', alt: `${brand.name}: ${brand.claim}` })
        : []),
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      // Only in the server's HTML: every page loads this file.
      ...(import.meta.env.SSR ? installLinks : []),
      ...fontPreloads,
    ],
    // Only in the server's HTML: they run before hydration.
    scripts: import.meta.env.SSR
      ? [
          warnOldBrowser(),
          reportErrors,
          beforeModules,
          noteServed,
          reserveNoticeSpace,
          reserveZoneSpace,
          holdEarlySubmit,
        ].map((children) => ({ children }))
      : [],
  }),
  shellComponent: Document,
  component: Outlet,
  errorComponent: ErrorPage,
  // Loaded with the first page that is not found.
  notFoundComponent: lazyRouteComponent(() => import('#web/features/shell/not-found-page.tsx'), 'NotFoundPage'),
})

function Document({ children }: { children: ReactNode }) {
  return (
    // Scripts in the head set attributes before hydration: see notice-space and zone-space.
    <html lang="es" data-operator={JSON.stringify(use(OperatorWords))} suppressHydrationWarning>
      <head>
        <HeadContent />
        <CanonicalLink />
      </head>
      <body>
        <SiteFrame>
          <PageHydrated>{children}</PageHydrated>
        </SiteFrame>
        <PageQueries />
        <Scripts />
      </body>
    </html>
  )
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    canonicalPath?: string
  }
}

/** The page's canonical address. On the server it starts with the configured public address. */
function CanonicalLink() {
  const { origin } = useRouter()
  const currentPath = useLocation({ select: canonicalPath })
  const path = useMatches({ select: (matches) => matches.at(-1)?.staticData.canonicalPath }) ?? currentPath
  return <link rel="canonical" href={origin + path} suppressHydrationWarning />
}
