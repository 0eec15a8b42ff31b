import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, Suspense } from 'react'

import { loadWithRetry } from '#web/ui/load-with-retry.ts'

import { Hero } from './hero.tsx'
import { HomeSections } from './home-sections.tsx'

/** The server's HTML has the sections below the first screen, so the browser hydrates them with code that loads later. */
const LaterSections = createIsomorphicFn()
  .server(() => HomeSections)
  .client(() =>
    lazy(async () => ({ default: (await loadWithRetry(() => import('./home-sections.tsx'))).HomeSections })),
  )()

export function HomePage() {
  return (
    <>
      <Hero />
      <Suspense>
        <LaterSections />
      </Suspense>
    </>
  )
}
