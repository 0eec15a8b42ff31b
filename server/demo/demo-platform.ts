import type { SettableClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Its clock moves through the past, and its database is one open transaction. */
export type DemoPlatform = Platform & { clock: SettableClock }
