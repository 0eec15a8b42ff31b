import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { hydrateAsServed } from './platform/foreign-nodes.ts'
import { afterPageHydrated } from './platform/page-hydrated.tsx'
import { whenIdle } from './platform/when-idle.ts'
import { loadWithRetry } from './ui/load-with-retry.ts'

declare global {
  /** Tells the script of old-browser.ts that the page's own scripts run. */
  var sendaStarted: boolean | undefined
}

globalThis.sendaStarted = true
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

void afterPageHydrated(async () => {
  const { watchForNewVersion } = await loadWithRetry(() => import('./features/shell/new-version-watch.ts'))
  watchForNewVersion()
}).catch(() => undefined)

// A page is translated once it is read, so this is no part of the first scripts. Without it, only a translated page breaks.
whenIdle(() => {
  import('./platform/translated-text.ts').then(
    ({ tolerateTranslators }) => tolerateTranslators(),
    () => undefined,
  )
})

// A form that is sent before this arrives asks for what it misses, and the next press sends it.
whenIdle(() => {
  import('./platform/filled-fields.ts').then(
    ({ hearFilledFields }) => hearFilledFields(),
    () => undefined,
  )
})
