import { createIsomorphicFn } from '@tanstack/react-start'
import { Suspense } from 'react'

import { lazyPart } from '#web/ui/lazy-section.ts'

import { Hero } from './hero.tsx'
import { HomeSections } from './home-sections.tsx'

/** The server's HTML has the sections below the first screen, so the browser hydrates them with code that loads later. */
const LaterSections = createIsomorphicFn()
  .server(() => HomeSections)
  .client(() => lazyPart(() => import('./home-sections.tsx').then((module) => module.HomeSections)))()

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
