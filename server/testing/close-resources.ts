import { afterAll, vi } from 'vitest'

import { closeResources } from './resources.ts'

afterAll(async () => {
  await closeResources()
  // The files of a worker share its globals.
  vi.useRealTimers()
}, 30_000)
