import { createHash } from 'node:crypto'
import webpush from 'web-push'
import { z } from 'zod'
import { brand } from '#contract/brand.ts'
import { defineJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findPush, pushJob } from '../repository/notifications.ts'
import { deleteSubscription, findSubscription } from '../repository/push.ts'
import { requirePushKeys } from './push-subscriptions.ts'

const timeoutMs = 10_000
/** The browser withdrew the subscription, or it expired. */
const goneStatuses = [404, 410]

const payload = z.object({ notificationId: z.uuid(), subscriptionId: z.uuid() })

/**
 * Sends a notification, encrypted for one browser, unless it has been read or is no longer true.
 * @throws when the push service is unavailable, so that the job is retried
 */
async function sendPush(
  platform: Platform,
  { notificationId, subscriptionId }: z.output<typeof payload>,
): Promise<void> {
  const now = platform.clock.now()
  const notification = await findPush(platform.db, { id: notificationId, now })
  const subscription = await findSubscription(platform.db, { id: subscriptionId })
  if (!notification || !subscription) return
  const { id, title, message, href, aboutId, validUntil } = notification
  const { endpoint, p256dh, auth } = subscription
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ id, title, message, href }),
    {
      // How long the push service keeps it for a browser that is not running.
      TTL: Math.ceil((validUntil.getTime() - now.getTime()) / 1000),
      // A later push about the same subject replaces one that still waits there.
      ...(aboutId !== null && { topic: topicOf(aboutId) }),
      vapidDetails: { subject: `mailto:${brand.email}`, ...(await requirePushKeys(platform)) },
    },
  )
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
    // A redirect could lead to a host inside the operator's network.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (goneStatuses.includes(response.status)) await deleteSubscription(platform.db, subscription)
  else if (response.status === 429 || response.status >= 500) {
    throw new Error(`the push service responded ${response.status}`)
  } else if (!response.ok) {
    platform.log.warn({ status: response.status, host: new URL(endpoint).host }, 'a push message was refused')
  }
}

/** The push service learns nothing from it: it is a hash, of at most 32 characters of base64url. */
function topicOf(aboutId: string): string {
  return createHash('sha256').update(aboutId).digest('base64url').slice(0, 32)
}

export const sendPushJob = defineJob({
  ...pushJob,
  payload,
  waitsFor: 'push',
  run: (job) => sendPush(job.platform, job.payload),
})
