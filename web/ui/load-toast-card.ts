import { loadWithRetry } from './load-with-retry.ts'

/** Loads with the first toast. A page that may have to report a lost connection loads it before. */
export const loadToastCard = () => loadWithRetry(() => import('./toast-card.tsx'))
