import { ORPCError } from '@orpc/server'

import { isLoopback } from '#server/platform/addresses.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

const usualPerMinute = 240
const writesPerMinute = 300

/** Limits all writes of an address together, before their bodies are read. @throws request.too_many */
export async function limitWriting({
  address,
  ...storage
}: Pick<Platform, 'db' | 'pool' | 'secret'> & { address: string }): Promise<void> {
  await countAttempt(storage, { name: 'http.write', key: address, limit: writesPerMinute, windowSeconds: 60 })
}

/**
 * Limits reads that are expensive, far above what a person needs. A loopback address is not counted: it is this machine, or
 * a proxy that TRUSTED_PROXIES does not count, with all visitors behind it.
 * @throws request.too_many
 */
export async function limitReading({
  address,
  platform,
  name,
  perMinute = usualPerMinute,
}: {
  platform: Platform
  name: string
  address: string
  perMinute?: number
}): Promise<void> {
  if (isLoopback(address)) return
  try {
    await countAttempt(platform, { name, key: address, limit: perMinute, windowSeconds: 60 })
  } catch (error) {
    // Without a database there is no count, and the read may still succeed.
    if (error instanceof ORPCError) throw error
  }
}
