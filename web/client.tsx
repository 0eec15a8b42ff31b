import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { hydrateAsServed } from './platform/foreign-nodes.ts'
import { noteTyping } from './platform/noted-typing.ts'
import { whenIdle } from './platform/when-idle.ts'
import { loadWithRetry } from './ui/load-with-retry.ts'

declare global {
  /** Tells the script of old-browser.ts that the page's own scripts run. */
  var sendaStarted: boolean | undefined
}

globalThis.sendaStarted = true
noteTyping()
hydrateAsServed(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StartClient />
      </StrictMode>,
    )
  }),
)

whenIdle(() => {
  loadWithRetry(() => import('./features/shell/idle-work.ts')).then(
    ({ startIdleWork }) => startIdleWork(),
    () => undefined,
  )
})
