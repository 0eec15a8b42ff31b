import type { ServerResponse } from 'node:http'
import type { ConversationSide } from '#contract/conversations.ts'
import { failRequest } from '#contract/errors.ts'
import type { LiveEvent } from '#contract/live.ts'
import { listStaffAmong } from '#server/features/auth/repository/roles.ts'
import { listOpenSessions } from '#server/features/auth/sessions/authenticate.ts'
import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { listMembersAmong } from '#server/features/centers/repository/members.ts'
import type { Live, LiveNotice } from '#server/platform/live.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readsOf } from './live-reads.ts'
import { createMergedChanges } from './merged-changes.ts'

/** This is enough for one user's browsers; more mean a faulty client. */
const streamsPerUser = 10
/** Proxies close a connection that is silent for longer, often after a minute. The client gives up after 45 seconds. */
const heartbeatMs = 15_000
/** How long a stream may stay open after its session ended or its user's role changed without a notice. */
const recheckMs = 30_000
/** A client that reads more slowly than this is disconnected; it resumes. */
const maxUnreadBytes = 256 * 1024

type Stream = {
  userId: string
  sessionId: string
  topics: readonly string[]
  response: ServerResponse
}

type Opening = { userId: string; sessionId: string; after: string | undefined; response: ServerResponse }

export type LiveStreams = {
  /** Sends events until the client disconnects or the session ends. @throws request.too_many, and errors of the database */
  open(input: Opening): Promise<void>
  count(): number
}

const streamsOfLive = new WeakMap<Live, LiveStreams>()

export function liveStreamsOf(platform: Platform): LiveStreams {
  const known = streamsOfLive.get(platform.live)
  if (known) return known
  const streams = createLiveStreams(platform)
  streamsOfLive.set(platform.live, streams)
  return streams
}

function createRegister() {
  const streams = new Set<Stream>()
  const byTopic = new Map<string, Set<Stream>>()
  const openOf = new Map<string, number>()

  return {
    streams,
    followersOf: (topic: string) => byTopic.get(topic) ?? new Set(),

    /** @throws request.too_many */
    add(stream: Stream): void {
      const open = openOf.get(stream.userId) ?? 0
      if (open >= streamsPerUser) throw failRequest('request.too_many', { retryAfterSeconds: 60 })
      openOf.set(stream.userId, open + 1)
      streams.add(stream)
    },

    follow(stream: Stream, topics: readonly string[]): void {
      stream.topics = topics
      for (const topic of topics) {
        const followers = byTopic.get(topic) ?? new Set()
        byTopic.set(topic, followers.add(stream))
      }
    },

    /** Removing is idempotent. */
    remove(stream: Stream): void {
      if (!streams.delete(stream)) return
      for (const topic of stream.topics) {
        const followers = byTopic.get(topic)
        followers?.delete(stream)
        if (followers?.size === 0) byTopic.delete(topic)
      }
      const left = (openOf.get(stream.userId) ?? 1) - 1
      if (left > 0) openOf.set(stream.userId, left)
      else openOf.delete(stream.userId)
    },
  }
}

/**
 * One watcher and two timers serve all streams, so that a stream costs only its socket and its topics. The text of each event
 * is built once and sent to every stream that follows its topic.
 */
function createLiveStreams(platform: Platform): LiveStreams {
  const { live } = platform
  const register = createRegister()
  const { streams } = register

  function end(stream: Stream): void {
    register.remove(stream)
    stream.response.end()
  }

  function sendToAll(event: LiveEvent): void {
    const text = eventText(event)
    for (const { response } of streams) if (response.headersSent) send(response, text)
  }

  const merged = createMergedChanges((topic, reads) =>
    sendToFollowers(topic, { about: 'changed', reads: [...reads], position: live.lastPosition() }),
  )

  /** A stream that has not started yet finds the event among those that it missed. */
  function sendToFollowers(topic: string, event: LiveEvent): void {
    const [text, withoutPosition] = [eventText(event), eventText({ ...event, position: undefined })]
    for (const { response, topics } of register.followersOf(topic)) {
      if (response.headersSent) send(response, merged.isWaiting(topics) ? withoutPosition : text)
    }
  }

  function forward(notice: LiveNotice): void {
    const followers = register.followersOf(notice.topic)
    if (notice.about === 'session' || notice.about === 'membership') {
      // The user's sessions or topics changed: the client reconnects and is checked again.
      for (const stream of [...followers]) end(stream)
      return
    }
    const event = followers.size > 0 ? presentNotice(notice) : undefined
    if (event?.about === 'changed') merged.note(notice.topic, event.reads)
    else if (event) sendToFollowers(notice.topic, event)
  }

  // A heartbeat carries the newest position, so that a client that received no other event can also resume.
  const heartbeats = setInterval(() => {
    merged.flush()
    sendToAll({ about: 'alive', position: live.lastPosition() })
  }, heartbeatMs).unref()
  const rechecks = setInterval(() => {
    void listOutdated(platform, streams).then(
      (outdated) => outdated.forEach(end),
      (error: unknown) => platform.log.warn({ err: error }, 'the live streams were not checked'),
    )
  }, recheckMs).unref()

  live.watch((message) => {
    if (message === 'lost') return
    if (message === 'listening') {
      merged.clear()
      sendToAll(readyEvent(live, { isResumed: false }))
    } else if (message !== 'closed') forward(message)
    else {
      merged.clear()
      clearInterval(heartbeats)
      clearInterval(rechecks)
      for (const stream of [...streams]) end(stream)
    }
  })

  return {
    count: () => streams.size,
    async open({ userId, sessionId, after, response }) {
      const stream: Stream = { userId, sessionId, topics: [], response }
      // This comes before any query, so that simultaneous requests cannot exceed the limit.
      register.add(stream)
      response.once('close', () => register.remove(stream))
      // The user's own topic comes first, so that a change of membership during the query is noticed.
      register.follow(stream, [topicOfUser(userId)])
      try {
        register.follow(stream, await topicsOf(platform, { userId }))
      } catch (error) {
        register.remove(stream)
        throw error
      }
      if (streams.has(stream)) startStream(stream, { live, after })
    },
  }
}

/** Sends the headers, the events that the client missed since `after`, and `ready`. */
function startStream({ response, topics }: Stream, { live, after }: { live: Live; after: string | undefined }): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  const missed = after === undefined ? undefined : live.listAfter(after)
  const followed = new Set(topics)
  const events = (missed ?? [])
    .filter(({ topic }) => followed.has(topic))
    .flatMap((notice) => presentNotice(notice) ?? [])
  const replayed = mergeChanges(events)
    .map((event) => eventText(event))
    .join('')
  // A client that would be disconnected for reading all of it too slowly fetches everything instead.
  const isResumed = missed !== undefined && replayed.length < maxUnreadBytes / 2
  // Until the process listens, `ready` waits for the watcher's message.
  const ready = live.isListening() ? eventText(readyEvent(live, { isResumed })) : ''
  send(response, `:\n\n${isResumed ? replayed : ''}${ready}`)
}

/**
 * The changed rows of a whole absence are one event. It comes first and without a position, so that a client that is cut off
 * after it receives everything again.
 */
function mergeChanges(events: readonly LiveEvent[]): LiveEvent[] {
  const reads = new Set(events.flatMap((event) => (event.about === 'changed' ? event.reads : [])))
  const others = events.filter(({ about }) => about !== 'changed')
  return reads.size === 0 ? others : [{ about: 'changed', reads: [...reads] }, ...others]
}

function send(response: ServerResponse, text: string): void {
  response.write(text)
  if (response.writableLength > maxUnreadBytes) response.destroy()
}

function readyEvent(live: Live, { isResumed }: { isResumed: boolean }): LiveEvent {
  return { about: 'ready', isResumed, position: live.lastPosition() }
}

function eventText(event: LiveEvent): string {
  return `event: message\ndata: ${JSON.stringify(event)}\n\n`
}

type ConversationDetail = { lastNumber: number; patientRead: number; centerRead: number; changedNumber?: number }

function presentNotice({ about, id, position, detail }: LiveNotice): LiveEvent | undefined {
  switch (about) {
    case 'rows':
      return changedEvent(id, position)
    // The triggers of appointments are older than those of all other tables, and name the row.
    case 'agenda':
    case 'appointments':
      return changedEvent('appointments', position)
    case 'conversation':
      return { about, conversationId: id, ...(detail as ConversationDetail), position }
    case 'typing':
      return { about, conversationId: id, side: (detail as { side: ConversationSide }).side, position }
    case 'notification':
      return { about, notificationId: id, position }
    default:
      return undefined
  }
}

/** Which reads show the table. The event has no id: not every reader of its topic may read the row. */
function changedEvent(table: string, position: string | undefined): LiveEvent | undefined {
  const reads = readsOf(table)
  return reads && { about: 'changed', reads: [...reads], position }
}

const topicOfUser = (userId: string) => `user:${userId}`

/**
 * The user's own rows, the centres where the user works, for owner and reception the centre's conversations and till, for staff
 * what staff see, and what every account sees.
 */
async function topicsOf({ db }: Platform, { userId }: { userId: string }): Promise<string[]> {
  const userIds = [userId]
  const [memberships, staff] = await Promise.all([listMembersAmong(db, { userIds }), listStaffAmong(db, { userIds })])
  return topicsOfUser({ userId, memberships, isStaff: staff.has(userId) })
}

type MemberRow = Awaited<ReturnType<typeof listMembersAmong>>[number]
type User = { userId: string; memberships: readonly MemberRow[]; isStaff: boolean }

function topicsOfUser({ userId, memberships, isStaff }: User): string[] {
  return [
    topicOfUser(userId),
    'everyone',
    ...(isStaff ? ['staff'] : []),
    ...memberships.flatMap((member) => [
      `center:${member.centerId}`,
      ...(seesWholeCenter(member) ? [`desk:${member.centerId}`] : []),
    ]),
  ]
}

/** The streams whose session has ended or whose topics have changed, in three queries for all of them. */
async function listOutdated(platform: Platform, streams: ReadonlySet<Stream>): Promise<Stream[]> {
  const checked = [...streams].filter(({ response }) => response.headersSent)
  if (checked.length === 0) return []
  const sessionIds = checked.map(({ sessionId }) => sessionId)
  const open = await listOpenSessions(platform, { sessionIds })
  const userIds = [...new Set(checked.map(({ userId }) => userId))]
  const memberships = Map.groupBy(await listMembersAmong(platform.db, { userIds }), ({ userId }) => userId)
  const staff = await listStaffAmong(platform.db, { userIds })
  return checked.filter(({ userId, sessionId, topics }) => {
    const current = topicsOfUser({ userId, memberships: memberships.get(userId) ?? [], isStaff: staff.has(userId) })
    return !open.has(sessionId) || current.length !== topics.length || current.some((topic) => !topics.includes(topic))
  })
}
