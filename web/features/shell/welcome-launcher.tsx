import { type ComponentType, useEffect, useState } from 'react'

import { markWelcomeSeen, wasWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { loadDialog } from '#web/ui/dialog.tsx'

import { hasVisitorBegun, signsOfWork } from './has-visitor-begun.ts'

/** Long enough for the visitor to see the page. */
const waitMs = 1200

/** Opens the welcome on the first visit only, and never once the visitor has used the page. */
export function WelcomeLauncher() {
  const [WelcomeDialog, setWelcomeDialog] = useState<ComponentType<{ onClose: () => void }>>()

  useEffect(() => {
    if (wasWelcomeSeen()) return undefined
    const calm = new AbortController()
    const leaveAlone = () => calm.abort()
    for (const sign of signsOfWork) addEventListener(sign, leaveAlone, { capture: true, signal: calm.signal })
    void (async () => {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      // The code loads first, so that the dialog opens in the same moment as this decision.
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
