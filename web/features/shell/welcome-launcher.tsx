import { lazy, Suspense, useEffect, useState } from 'react'

import { markWelcomeSeen, wasWelcomeSeen } from '#web/platform/welcome-seen.ts'

const WelcomeDialog = lazy(() => import('./welcome-dialog.tsx').then((module) => ({ default: module.WelcomeDialog })))

/** Long enough to see where one has arrived. */
const waitMs = 1200
const signsOfWork = ['keydown', 'pointerdown', 'input'] as const

/** Opens the welcome on the first visit only, and never over somebody who has already begun with the page. */
export function WelcomeLauncher() {
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (wasWelcomeSeen()) return undefined
    const calm = new AbortController()
    const timer = setTimeout(() => {
      calm.abort()
      // Typed or focused before these scripts arrived counts, too.
      if (isTyping()) return
      markWelcomeSeen()
      setOpen(true)
    }, waitMs)
    for (const sign of signsOfWork)
      addEventListener(sign, () => clearTimeout(timer), { signal: calm.signal, once: true })
    return () => {
      calm.abort()
      clearTimeout(timer)
    }
  }, [])

  return open ? (
    <Suspense>
      <WelcomeDialog onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}

function isTyping(): boolean {
  if (document.activeElement?.matches('input, select, textarea')) return true
  return [...document.querySelectorAll<HTMLInputElement>('main input')].some((input) => input.value !== '')
}
