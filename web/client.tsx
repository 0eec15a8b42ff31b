import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

import { takeTyped } from './platform/new-version.ts'
import { afterPageHydrated } from './platform/page-hydrated.tsx'
import { watchTyping } from './platform/typed-text.ts'
import { loadWithRetry } from './ui/load-with-retry.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  )
})

watchTyping()
const typed = takeTyped()
if (typed) void afterPageHydrated(async () => restore(typed))

async function restore(fields: NonNullable<typeof typed>): Promise<void> {
  const { restoreTyped } = await loadWithRetry(() => import('./features/shell/restore-typed.ts'))
  restoreTyped(fields)
}
