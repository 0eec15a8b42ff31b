import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { afterPageHydrated } from './platform/page-hydrated.tsx'
import { loadWithRetry } from './ui/load-with-retry.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  )
})

void afterPageHydrated(async () => {
  const { watchForNewVersion } = await loadWithRetry(() => import('./features/shell/new-version-watch.ts'))
  watchForNewVersion()
}).catch(() => undefined)
