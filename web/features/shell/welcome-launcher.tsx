import { type ComponentType, useEffect, useState } from 'react'

import { markWelcomeSeen, wasWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { loadDialog } from '#web/ui/dialog.tsx'

/** This is long enough for the visitor to see the page. */
const waitMs = 1200

/** Opens the welcome on the first visit only, and never once the visitor has used the page. */
export function WelcomeLauncher() {
  const [WelcomeDialog, setWelcomeDialog] = useState<ComponentType<{ onClose: () => void }>>()

  useEffect(() => {
    if (wasWelcomeSeen()) return undefined
    const observing = new AbortController()
    const stop = () => observing.abort()
    for (const sign of activityEvents) addEventListener(sign, stop, { capture: true, signal: observing.signal })
    void (async () => {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      // The code loads first, so that the dialog opens in the same moment as this decision.
      const [welcome] = await Promise.all([import('./welcome-dialog.tsx'), loadDialog()])
      if (observing.signal.aborted || hasVisitorUsedPage()) return
      observing.abort()
      markWelcomeSeen()
      setWelcomeDialog(() => welcome.WelcomeDialog)
    })().catch(() => undefined)
    return stop
  }, [])

  return WelcomeDialog ? <WelcomeDialog onClose={() => setWelcomeDialog(undefined)} /> : null
}

/** The first of these events means that the visitor uses the page. */
const activityEvents = ['keydown', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'input', 'focusin'] as const

/** Whether the visitor has used the page, even before its scripts ran. */
function hasVisitorUsedPage(): boolean {
  if (navigator.userActivation?.hasBeenActive || scrollY > 0) return true
  // An element has the focus, or a dialog is open.
  if (document.activeElement !== null && document.activeElement !== document.body) return true
  if (document.querySelector('[role=dialog],[role=alertdialog]')) return true
  // Filled in by a tool that fires no key event.
  return [...document.querySelectorAll<HTMLInputElement>('main input')].some(({ value, defaultValue }) => {
    return value !== defaultValue
  })
}
