import { Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#web/platform/when-idle.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import type { SaveButtonsProps } from './save-buttons.tsx'

// None of these works before JavaScript, so the HTML has none of them, and their code loads after the page's.

const LateButtons = lazyPart(() => import('./save-buttons.tsx').then((module) => module.SaveButtons))
const LateTray = lazyPart(() => import('./compare-tray.tsx').then((module) => module.CompareTray))

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}

/** The heart of a centre, and on a card the choice to compare it. Its card reserves the place. */
export function SaveCenter(props: SaveButtonsProps) {
  return (
    useIdle() && (
      <Suspense>
        <LateButtons {...props} />
      </Suspense>
    )
  )
}

/** A bar with the centres that were chosen to be compared. */
export function ComparedBar() {
  return (
    useIdle() && (
      <Suspense>
        <LateTray />
      </Suspense>
    )
  )
}
