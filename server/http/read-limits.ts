import { ORPCError } from '@orpc/server'

import { isLoopback } from '#server/platform/addresses.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

const perMinute = 240

/**
 * Far more than anybody reads; for what costs work each time it is asked. A loopback address is not counted: it is this
 * machine, or a proxy of which TRUSTED_PROXIES doesn't know, with all visitors behind it.
 * @throws request.too_many
 */
export async function limitReading({
  address,
  platform,
  name,
}: {
  platform: Platform
  name: string
  address: string
}): Promise<void> {
  if (isLoopback(address)) return
  try {
    await countAttempt(platform, { name, key: address, limit: perMinute, windowSeconds: 60 })
  } catch (error) {
    // Without a database there is nothing to count in, and what is asked may do without one.
    if (error instanceof ORPCError) throw error
  }
}
