import webpush from 'web-push'
import { z } from 'zod'
import { brand } from '#contract/brand.ts'
import { defineJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findNotification, pushJob } from '../repository/notifications.ts'
import { deleteSubscription, findSubscription } from '../repository/push.ts'
import { requirePushKeys } from './push-subscriptions.ts'

const timeoutMs = 10_000
/** How long the push service keeps a message for a browser that is not running. */
const timeToLiveSeconds = 24 * 3600
/** The browser withdrew the subscription, or it expired. */
const goneStatuses = [404, 410]

const payload = z.object({ notificationId: z.uuid(), subscriptionId: z.uuid() })

/**
 * Sends a notification, encrypted for one browser, unless it has been read.
 * @throws when the push service is unavailable, so that the job is retried
 */
async function sendPush(
  platform: Platform,
  { notificationId, subscriptionId }: z.output<typeof payload>,
): Promise<void> {
  const notification = await findNotification(platform.db, { id: notificationId })
  const subscription = await findSubscription(platform.db, { id: subscriptionId })
  if (!notification || notification.readAt !== null || !subscription) return
  const { id, title, message, href } = notification
  const { endpoint, p256dh, auth } = subscription
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ id, title, message, href }),
    {
      TTL: timeToLiveSeconds,
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

export const sendPushJob = defineJob({
  ...pushJob,
  payload,
  waitsFor: 'push',
  run: (job) => sendPush(job.platform, job.payload),
})
