import { type ComponentType, useEffect, useState } from 'react'

import { markWelcomeSeen, wasWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { loadDialog } from '#web/ui/dialog.tsx'

import { hasVisitorBegun, signsOfWork } from './has-visitor-begun.ts'

/** Long enough to see where one has arrived. */
const waitMs = 1200

/** Opens the welcome on the first visit only, and never over a visitor who has already begun with the page. */
export function WelcomeLauncher() {
  const [WelcomeDialog, setWelcomeDialog] = useState<ComponentType<{ onClose: () => void }>>()

  useEffect(() => {
    if (wasWelcomeSeen()) return undefined
    const calm = new AbortController()
    const leaveAlone = () => calm.abort()
    for (const sign of signsOfWork) addEventListener(sign, leaveAlone, { capture: true, signal: calm.signal })
    void (async () => {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      // Once its code is there nothing comes between this decision and the dialog.
      const [welcome] = await Promise.all([import('./welcome-dialog.tsx'), loadDialog()])
      if (calm.signal.aborted || hasVisitorBegun()) return
      calm.abort()
      markWelcomeSeen()
      setWelcomeDialog(() => welcome.WelcomeDialog)
    })().catch(() => undefined)
    return leaveAlone
  }, [])

  return WelcomeDialog ? <WelcomeDialog onClose={() => setWelcomeDialog(undefined)} /> : null
}
