import { Suspense } from 'react'
import { useIdle } from '#web/platform/use-idle.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import type { SaveButtonsProps } from './save-buttons.tsx'

// None of these works before JavaScript, so the HTML has none of them, and their code loads after the page's.

const LateButtons = lazyPart(() => import('./save-buttons.tsx').then((module) => module.SaveButtons))
const LateTray = lazyPart(() => import('./compare-tray.tsx').then((module) => module.CompareTray))

/** The heart of a centre, and on a card the choice to compare it. Its card reserves the place. */
export function SaveCenter(props: SaveButtonsProps) {
  const space = props.shape === 'profile' ? <SpaceOfButton /> : null
  return useIdle() ? (
    <Suspense fallback={space}>
      <LateButtons {...props} />
    </Suspense>
  ) : (
    space
  )
}

/** As wide and high as the button of a profile, which would push what is below it. */
function SpaceOfButton() {
  return (
    <span aria-hidden="true" className={buttonClass({ variant: 'secondary', size: 'small', className: 'invisible' })}>
      <span className="size-5.5" />
      Guardar
    </span>
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
