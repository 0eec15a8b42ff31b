import { createHash } from 'node:crypto'
import webpush from 'web-push'
import { z } from 'zod'
import { brand } from '#contract/brand.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { defineJob, enqueue } from '#server/platform/jobs.ts'
import { secondMs } from '#server/platform/local-time.ts'
import { isMailPaused } from '#server/platform/mail-pause.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isSilent } from '../notifications.rules.ts'
import { findPush, pushJob } from '../repository/notifications.ts'
import { deleteSubscription, findSubscription } from '../repository/push.ts'
import { requirePushKeys } from './push-subscriptions.ts'

const timeoutMs = 10_000
const urgentKinds: ReadonlySet<string> = new Set(['appointment', 'reminder', 'message'] satisfies NotificationKind[])
/** The browser withdrew the subscription, or it expired. */
const goneStatuses = [404, 410]
/** The service refuses this subscription, usually because it was made with another key. */
const refusedStatuses = [400, 401, 403]
/** What services write when our own signature is at fault, such as after a wrong clock: every subscription is refused then. */
const faultOfSignature = /jwt|expired|not yet valid/i
const longestReason = 2000

/** The shortest wait after a service asked for one; it doubles with each attempt, so that no service keeps the slots busy. */
const firstWaitMs = 30 * secondMs

/** `attempt`: counts what services asked to repeat later. */
const payload = z.object({ notificationId: z.uuid(), subscriptionId: z.uuid(), attempt: z.int().positive().default(1) })

/**
 * Sends a notification, encrypted for one browser, unless it has been read or is no longer true.
 * @throws when the push service is unavailable without saying for how long, so that the job is retried
 */
async function sendPush(
  platform: Platform,
  { notificationId, subscriptionId, attempt }: z.output<typeof payload>,
): Promise<void> {
  // It would be out of date by the end of the pause; the notification itself stays.
  if (await isMailPaused(platform.db)) return
  const now = platform.clock.now()
  const notification = await findPush(platform.db, { id: notificationId, now })
  const subscription = await findSubscription(platform.db, { id: subscriptionId })
  if (!notification || !subscription) return
  const { id, type, title, message, href, aboutId, validUntil } = notification
  const { endpoint, p256dh, auth } = subscription
  const keys = await requirePushKeys(platform)
  if (subscription.publicKey !== keys.publicKey) return deleteSubscription(platform.db, subscription)
  const text = JSON.stringify({ id, title, message, href, silent: isSilent({ kind: type, now }) })
  if (!isEncryptable({ text, p256dh, auth })) {
    platform.log.warn({ host: new URL(endpoint).host }, 'a push subscription has unusable keys, and is deleted')
    return deleteSubscription(platform.db, subscription)
  }
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    // How long the push service keeps it for a browser that is not running.
    TTL: Math.ceil((validUntil.getTime() - now.getTime()) / 1000),
    // A later push about the same subject replaces one that still waits there.
    ...(aboutId !== null && { topic: topicOf(aboutId) }),
    // A telephone that rests receives what isn't urgent only when it wakes.
    urgency: urgentKinds.has(type) ? 'high' : 'normal',
    vapidDetails: { subject: `mailto:${brand.email}`, ...keys },
  })
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
    // A redirect could lead to a host inside the operator's network.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status } = response
  if (response.ok) return response.body?.cancel()
  const reason = await readReason(response)
  const logged = { status, reason, host: new URL(endpoint).host }
  if (goneStatuses.includes(status)) return deleteSubscription(platform.db, subscription)
  if (refusedStatuses.includes(status) && faultOfSignature.test(reason)) {
    // The browsers' subscriptions are right, so they stay.
    platform.log.error(logged, 'a push service refuses our signature: check the clock and the address of the brand')
    throw new Error(`the push service responded ${status}`)
  }
  if (refusedStatuses.includes(status)) {
    platform.log.warn(logged, 'a push subscription was refused, and is deleted')
    return deleteSubscription(platform.db, subscription)
  }
  if (status !== 429 && status < 500) return platform.log.warn(logged, 'a push message was refused')
  const waitMs = readRetryAfter(response, now)
  if (waitMs === undefined) throw new Error(`the push service responded ${status}`)
  const runAt = new Date(now.getTime() + Math.max(waitMs, firstWaitMs * 2 ** (attempt - 1)))
  if (runAt >= validUntil || attempt >= pushJob.maxAttempts) return
  await enqueue(platform.db, sendPushJob, { notificationId, subscriptionId, attempt: attempt + 1 }, { runAt })
}

/** Whether the keys of the browser are usable; another error, as of our own keys, is no fault of the subscription. */
function isEncryptable({ text, p256dh, auth }: { text: string; p256dh: string; auth: string }): boolean {
  try {
    webpush.encrypt(p256dh, auth, text, 'aes128gcm')
    return true
  } catch {
    return false
  }
}

async function readReason(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  return text.slice(0, longestReason)
}

/** Reads a header that has a number of seconds or a date. */
function readRetryAfter({ headers }: Response, now: Date): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const waitMs = /^\d{1,9}$/.test(value) ? Number(value) * secondMs : Date.parse(value) - now.getTime()
  return Number.isNaN(waitMs) ? undefined : waitMs
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
