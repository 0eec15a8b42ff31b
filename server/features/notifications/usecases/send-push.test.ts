import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { signOut, signOutEverywhere } from '#server/features/auth/sessions/sessions.ts'
import { purgeExpired } from '#server/features/auth/usecases/purge-expired.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { type NotificationEvent, notificationEvents } from '#server/platform/notification-events.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { notificationsRoutes } from '../notifications.routes.ts'
import { notifyUsers } from './notify-users.ts'
import { setPreference } from './preferences.ts'
import { requirePushKeys } from './push-subscriptions.ts'
import { sendPushJob } from './send-push.ts'

const platform = await testPlatform()
const push = await startPushService()

async function person() {
  const { patientId: userId } = await buildPatient(platform)
  const { id: sessionId } = await openSession(platform, userId)
  const actor = { ...actorOf(['patient'], userId), sessionId }
  const client = clientOf(platform, notificationsRoutes, { bearer: userId, authenticate: () => Promise.resolve(actor) })
  const about = { subject: 'account', id: userId } as const
  const content = {
    event: 'appointments.booked',
    title: 'Tu cita',
    message: 'El jueves.',
    href: '/dashboard',
    about,
  } as const
  const notify = (entry: { validUntil?: Date; event?: NotificationEvent } = {}) =>
    notifyUsers(platform.db, { platform, entries: [{ to: { userId }, ...content, ...entry }] })
  const deliver = async () => {
    push.received.length = 0
    await runJobs(platform, { only: sendPushJob.name })
    return push.received
  }
  const subscriptions = async () =>
    (await platform.db.selectFrom('push_subscriptions').where('user_id', '=', userId).select('endpoint').execute())
      .length
  return { userId, sessionId, client, notify, deliver, subscriptions }
}

describe('a push message', () => {
  test('reaches each browser of the user, encrypted for it and signed by this marketplace', async () => {
    const { client, notify, deliver } = await person()
    const browser = push.newBrowser()
    await client.subscribe(browser)
    await client.subscribe(push.newBrowser())
    await client.subscribe(browser)
    await notify()
    const received = await deliver()
    expect(received).toHaveLength(2)
    expect(received[0]).toMatchObject({
      message: { id: expect.any(String), title: 'Tu cita', message: 'El jueves.', href: '/dashboard' },
      ttl: '86400',
      urgency: 'high',
    })
    const { publicKey } = await client.pushKey()
    expect(received[0]?.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${publicKey}$`))
  })

  test.for([
    ['appointments.reminder', '2026-11-21T08:00:00Z', true],
    ['promotions.announced', '2026-11-21T01:00:00Z', true],
    ['reviews.request', '2026-11-21T10:59:00Z', true],
    ['appointments.reminder', '2026-11-21T11:00:00Z', false],
    ['appointments.reminder', '2026-11-21T00:59:00Z', false],
    ['appointments.booked', '2026-11-21T08:00:00Z', false],
    ['conversations.unread', '2026-11-21T08:00:00Z', false],
  ] as const)('about a %s at %s is silent: %s', async ([event, at, silent]) => {
    const start = platform.clock.now()
    platform.clock.set(new Date(at))
    const { client, userId, notify, deliver } = await person()
    await client.subscribe(push.newBrowser())
    await setPreference(platform, { userId, kind: notificationEvents[event], byPush: true })
    await notify({ event })
    expect(await deliver()).toMatchObject([{ message: { title: 'Tu cita', silent } }])
    platform.clock.set(start)
  })

  test('is not sent to another user’s browser, nor after the browser unsubscribed', async () => {
    const [ana, luis] = [await person(), await person()]
    const browser = push.newBrowser()
    await ana.client.subscribe(browser)
    await luis.notify()
    expect(await luis.deliver()).toEqual([])
    await luis.client.unsubscribe(browser)
    await ana.notify()
    expect(await ana.deliver()).toHaveLength(1)
    await ana.client.unsubscribe(browser)
    await ana.notify()
    expect(await ana.deliver()).toEqual([])
  })

  test('follows the browser to the account that used it last', async () => {
    const [ana, luis] = [await person(), await person()]
    const browser = push.newBrowser()
    await ana.client.subscribe(browser)
    await luis.client.subscribe(browser)
    await ana.notify()
    expect(await ana.deliver()).toEqual([])
    await luis.notify()
    expect(await luis.deliver()).toHaveLength(1)
  })

  test('does not follow an address that another account sends without the secret of its browser', async () => {
    const [ana, luis] = [await person(), await person()]
    const browser = push.newBrowser()
    expect(await ana.client.subscribe(browser)).toEqual({ isSubscribed: true })
    const taken = luis.client.subscribe({ ...browser, auth: 'x'.repeat(22) })
    expect(await taken).toEqual({ isSubscribed: false })
    await luis.notify()
    expect(await luis.deliver()).toEqual([])
    await ana.notify()
    expect(await ana.deliver()).toHaveLength(1)
  })

  test('has no subscription whose key is no point of the curve', async () => {
    const { client, subscriptions } = await person()
    const browser = push.newBrowser()
    const wrong = { ...push.newBrowser(), p256dh: 'a'.repeat(87) }
    const refused = { code: 'request.invalid', data: { fields: [{ path: 'p256dh' }] } }
    await expect(client.subscribe(wrong)).rejects.toMatchObject(refused)
    await client.subscribe(browser)
    await expect(client.renewSubscription({ ...wrong, former: browser })).rejects.toMatchObject(refused)
    expect(await subscriptions()).toBe(1)
  })

  test('that cannot be encrypted for the browser deletes the subscription', async () => {
    const { userId, client, notify, deliver, subscriptions } = await person()
    await client.subscribe(push.newBrowser())
    const stored = platform.db.updateTable('push_subscriptions').where('user_id', '=', userId)
    await stored.set({ p256dh: 'a'.repeat(87) }).execute()
    await notify()
    expect(await deliver()).toEqual([])
    expect(await subscriptions()).toBe(0)
  })

  test('is not sent after the notification was read, or when its kind is switched off for browsers', async () => {
    const { client, notify, deliver } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    await client.markAllRead({ upTo: platform.clock.now().toISOString() })
    expect(await deliver()).toEqual([])
    await client.setPreference({ kind: 'appointment', byPush: false })
    await notify()
    expect(await deliver()).toEqual([])
  })

  test('is not sent once its subject has changed or its time has passed, and is kept until then', async () => {
    const { userId, client, notify, deliver } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    await platform.db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', userId).execute()
    expect(await deliver()).toEqual([])
    const start = platform.clock.now()
    await notify({ validUntil: new Date(start.getTime() + hourMs) })
    expect(await deliver()).toMatchObject([{ ttl: '3600', topic: expect.stringMatching(/^[\w-]{32}$/) }])
    await notify({ validUntil: new Date(start.getTime() + hourMs) })
    platform.clock.set(new Date(start.getTime() + hourMs))
    expect(await deliver()).toEqual([])
    platform.clock.set(start)
  })

  test('is not sent when its kind was switched off while it waited', async () => {
    const { client, notify, deliver } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    await client.setPreference({ kind: 'appointment', byPush: false })
    expect(await deliver()).toEqual([])
  })

  test.for([404, 410])('to which the service responds with %i deletes the subscription', async (status) => {
    const { client, notify, deliver, subscriptions } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    push.service.status = status
    await deliver()
    push.service.status = 201
    expect(await subscriptions()).toBe(0)
  })

  test.for([429, 503])('to which the service responds with %i fails its job, which is retried', async (status) => {
    const { client, notify, deliver, subscriptions } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    push.service.status = status
    await expect(deliver()).rejects.toThrow(`the push service responded ${status}`)
    push.service.status = 201
    expect(await subscriptions()).toBe(1)
  })

  test.for([
    { status: 403, body: 'the VAPID credentials do not correspond to the subscription' },
    { status: 400, body: '{"reason":"VapidPkHashMismatch"}' },
    { status: 401, body: '' },
    { status: 403, body: '' },
  ])('to which the service responds with $status «$body» deletes the subscription', async ({ status, body }) => {
    const { client, notify, deliver, subscriptions } = await person()
    const browser = push.newBrowser()
    await client.subscribe(browser)
    await notify()
    Object.assign(push.service, { status, body })
    await deliver()
    Object.assign(push.service, { status: 201, body: '' })
    expect(await subscriptions()).toBe(0)
    expect(await client.checkSubscription(browser)).toEqual({ isSubscribed: false })
  })

  test('that is refused for our own signature keeps the subscription, and is retried', async () => {
    const { client, notify, deliver, subscriptions } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    Object.assign(push.service, { status: 403, body: '{"reason":"BadJwtToken"}' })
    await expect(deliver()).rejects.toThrow('the push service responded 403')
    Object.assign(push.service, { status: 201, body: '' })
    expect(await subscriptions()).toBe(1)
    expect(await deliver()).toHaveLength(1)
  })

  test.for([
    ['120', 120_000],
    ['Fri, 20 Nov 2026 12:05:00 GMT', 300_000],
  ] as const)('is sent again when the service says so: «%s»', async ([retryAfter, waitMs]) => {
    const { client, notify, deliver } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    Object.assign(push.service, { status: 429, retryAfter })
    expect(await deliver()).toEqual([])
    Object.assign(push.service, { status: 201, retryAfter: undefined })
    const start = platform.clock.now()
    platform.clock.set(new Date(start.getTime() + waitMs - 1000))
    expect(await deliver()).toEqual([])
    platform.clock.set(new Date(start.getTime() + waitMs))
    expect(await deliver()).toHaveLength(1)
    platform.clock.set(start)
  })

  test('is tried six times at most, with growing waits, when the service asks for one second each time', async () => {
    const { client, notify, deliver } = await person()
    const waiting = async () =>
      (
        await sql<{
          id: string
        }>`select id from graphile_worker.jobs where task_identifier = ${sendPushJob.name}`.execute(platform.db)
      ).rows.length
    await client.subscribe(push.newBrowser())
    await notify()
    Object.assign(push.service, { status: 429, retryAfter: '1' })
    const start = platform.clock.now()
    expect(await deliver()).toEqual([])
    for (const waitSeconds of [30, 60, 120, 240, 480]) {
      platform.clock.advance((waitSeconds - 1) * 1000)
      expect(await waiting()).toBe(1)
      await deliver()
      expect(await waiting(), 'it still waits').toBe(1)
      platform.clock.advance(1000)
      await deliver()
    }
    expect(await waiting()).toBe(0)
    Object.assign(push.service, { status: 201, retryAfter: undefined })
    platform.clock.set(start)
  })

  test('is not sent again after its end, however long the service asks to wait', async () => {
    const { client, notify, deliver } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    Object.assign(push.service, { status: 503, retryAfter: '999999' })
    expect(await deliver()).toEqual([])
    Object.assign(push.service, { status: 201, retryAfter: undefined })
    platform.clock.advance(1_000_000_000)
    expect(await deliver()).toEqual([])
    platform.clock.advance(-1_000_000_000)
  })

  test('is not sent with another key than the browser subscribed with', async () => {
    const { client, notify, deliver, subscriptions } = await person()
    const browser = push.newBrowser()
    await client.subscribe(browser)
    await platform.db.updateTable('push_subscriptions').set({ public_key: 'an-older-key' }).execute()
    expect(await client.checkSubscription(browser)).toEqual({ isSubscribed: false })
    await notify()
    expect(await deliver()).toEqual([])
    expect(await subscriptions()).toBe(0)
  })

  test('follows no redirect', async () => {
    const { client, notify, deliver } = await person()
    await client.subscribe(push.newBrowser())
    await notify()
    push.service.status = 302
    await expect(deliver()).rejects.toThrow('fetch failed')
    push.service.status = 201
  })
})

describe('a subscription ends', () => {
  const end: Record<string, (caller: { userId: string; sessionId: string }) => Promise<unknown>> = {
    'when another browser signs it out': async (session) => signOut(platform.db, { ...session, scope: 'local' }),
    'when another browser signs all others out': async ({ userId }) => {
      const { id: sessionId } = await openSession(platform, userId)
      await signOut(platform.db, { userId, sessionId, scope: 'others' })
    },
    'when all sessions are signed out': async (session) => signOut(platform.db, { ...session, scope: 'global' }),
    'when staff suspend its user': ({ userId }) =>
      platform.db.transaction().execute((tx) => signOutEverywhere(tx, { userId })),
    'when its session expires': async () => {
      platform.clock.advance(400 * dayMs)
      await purgeExpired(platform)
      platform.clock.advance(-400 * dayMs)
    },
  }
  test.each(Object.keys(end))('%s', async (how) => {
    const { client, notify, deliver, subscriptions, ...caller } = await person()
    // What the tests before this one left waiting.
    await deliver()
    await client.subscribe(push.newBrowser())
    await notify()
    await end[how]?.(caller)
    expect(await subscriptions()).toBe(0)
    expect(await deliver()).toEqual([])
  })

  test('with its session and no other, and the browser learns it', async () => {
    const ana = await person()
    const [first, second] = [push.newBrowser(), push.newBrowser()]
    await ana.client.subscribe(first)
    const { id: sessionId } = await openSession(platform, ana.userId)
    const actor = { ...actorOf(['patient'], ana.userId), sessionId }
    const other = clientOf(platform, notificationsRoutes, { bearer: 'x', authenticate: () => Promise.resolve(actor) })
    await other.subscribe(second)
    await signOut(platform.db, { userId: ana.userId, sessionId: ana.sessionId, scope: 'local' })
    expect(await other.checkSubscription(first)).toEqual({ isSubscribed: false })
    expect(await other.checkSubscription(second)).toEqual({ isSubscribed: true })
    expect(await (await person()).client.checkSubscription(second)).toEqual({ isSubscribed: false })
  })

  test('later when the same browser has signed in again, because it lasts as long as its newest session', async () => {
    const ana = await person()
    const browser = push.newBrowser()
    await ana.client.subscribe(browser)
    const { id: sessionId } = await openSession(platform, ana.userId)
    const actor = { ...actorOf(['patient'], ana.userId), sessionId }
    const again = clientOf(platform, notificationsRoutes, { bearer: 'x', authenticate: () => Promise.resolve(actor) })
    expect(await again.checkSubscription(browser)).toEqual({ isSubscribed: true })
    await signOut(platform.db, { userId: ana.userId, sessionId: ana.sessionId, scope: 'local' })
    expect(await ana.subscriptions()).toBe(1)
  })

  test('before it begins when its session has ended', async () => {
    const ana = await person()
    await signOut(platform.db, { userId: ana.userId, sessionId: ana.sessionId, scope: 'local' })
    await expect(ana.client.subscribe(push.newBrowser())).rejects.toMatchObject({ code: 'session.missing' })
  })
})

describe('subscribing', () => {
  test.for([
    'https://example.com/push',
    'https://fcm.googleapis.com.example.com/x',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'http://127.0.0.2/x',
    'http://localhost/x',
    'https://169.254.169.254/latest/meta-data',
  ])('with %s is refused', async (endpoint) => {
    const { client, subscriptions } = await person()
    await expect(client.subscribe({ ...push.newBrowser(), endpoint })).rejects.toMatchObject({ status: 422 })
    expect(await subscriptions()).toBe(0)
  })

  test.for([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('with %s is accepted', async (endpoint) => {
    const { client, subscriptions } = await person()
    await client.subscribe({ ...push.newBrowser(), endpoint })
    expect(await subscriptions()).toBe(1)
  })

  test('keeps the newest ten browsers', async () => {
    const { client, subscriptions } = await person()
    for (let n = 0; n < 12; n++) await client.subscribe(push.newBrowser())
    expect(await subscriptions()).toBe(10)
  })
})

describe('a browser that has replaced its subscription while no page was open', () => {
  const worker = clientOf(platform, notificationsRoutes, undefined)
  const renewalOf = (former: { endpoint: string; auth: string }, renewed = push.newBrowser()) => ({
    ...renewed,
    former: { endpoint: former.endpoint, auth: former.auth },
  })

  test('gets what was queued for the former one, until its session ends', async () => {
    const { userId, sessionId, client, notify, deliver, subscriptions } = await person()
    const former = push.newBrowser()
    await client.subscribe(former)
    await notify()
    const renewal = renewalOf(former)
    expect(await worker.renewSubscription(renewal)).toEqual({ isSubscribed: true })
    expect(await deliver()).toHaveLength(1)
    expect(await client.checkSubscription(renewal)).toEqual({ isSubscribed: true })
    expect(await client.checkSubscription(former)).toEqual({ isSubscribed: false })
    await signOut(platform.db, { userId, sessionId, scope: 'local' })
    expect(await subscriptions()).toBe(0)
    expect(await worker.renewSubscription(renewalOf(renewal))).toEqual({ isSubscribed: false })
  })

  test('is known once when its page has sent the new subscription first, and when only its keys are new', async () => {
    const { client, subscriptions } = await person()
    const [former, renewed] = [push.newBrowser(), push.newBrowser()]
    await client.subscribe(former)
    await client.subscribe(renewed)
    expect(await worker.renewSubscription(renewalOf(former, renewed))).toEqual({ isSubscribed: true })
    expect(await subscriptions()).toBe(1)
    expect(await worker.renewSubscription(renewalOf(renewed, { ...renewed, auth: 'b'.repeat(22) }))).toEqual({
      isSubscribed: true,
    })
    expect(await subscriptions()).toBe(1)
  })

  test('takes over no subscription of another account without its secret, and keeps the former one', async () => {
    const [{ client }, other] = [await person(), await person()]
    const [former, theirs] = [push.newBrowser(), push.newBrowser()]
    await client.subscribe(former)
    await other.client.subscribe(theirs)
    expect(await worker.renewSubscription(renewalOf(former, { ...theirs, auth: 'd'.repeat(22) }))).toEqual({
      isSubscribed: false,
    })
    expect(await other.client.checkSubscription(theirs)).toEqual({ isSubscribed: true })
    expect(await client.checkSubscription(former)).toEqual({ isSubscribed: true })
    // The browser itself, which another account used last.
    expect(await worker.renewSubscription(renewalOf(former, theirs))).toEqual({ isSubscribed: true })
    expect(await client.checkSubscription(theirs)).toEqual({ isSubscribed: true })
  })

  test('is refused without the secret of the former one, and with an address of no push service', async () => {
    const { client } = await person()
    const former = push.newBrowser()
    await client.subscribe(former)
    const stranger = renewalOf({ ...former, auth: 'c'.repeat(22) })
    expect(await worker.renewSubscription(stranger)).toEqual({ isSubscribed: false })
    const elsewhere = { ...renewalOf(former), endpoint: 'https://example.com/push' }
    await expect(worker.renewSubscription(elsewhere)).rejects.toMatchObject({ status: 422 })
    expect(await client.checkSubscription(former)).toEqual({ isSubscribed: true })
  })
})

test('simultaneous first requests generate one key pair, and a new secret generates another', async () => {
  const other = await testPlatform()
  const pairs = await Promise.all(Array.from({ length: 5 }, () => requirePushKeys(other)))
  expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1)
  const moved = { ...other, secret: Buffer.alloc(32, 'another') }
  expect((await requirePushKeys(moved)).publicKey).not.toBe(pairs[0]?.publicKey)
})
