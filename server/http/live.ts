import { failRequest } from '#contract/errors.ts'
import type { LiveEvent } from '#contract/live.ts'
import { lacksSecondFactor } from '#server/api/actor.ts'
import type { EntryContext } from '#server/api/context.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { listCenterIdsOf } from '#server/features/centers/usecases/require-member.ts'
import type { LiveMessage } from '#server/platform/live.ts'

/** Enough for one user's tabs; more mean a faulty client. */
const streamsPerPerson = 10
/** The longest time for which a stream without events stays open when no notice of the end of its session arrives. */
const recheckMs = 30_000

/** A stream that is never read, such as that of a HEAD, frees its place after this time. */
const unreadMs = 10_000

const openStreams = new Map<string, number>()

/** Of this process. */
export function countLiveStreams(): number {
  return [...openStreams.values()].reduce((sum, count) => sum + count, 0)
}

export const liveRoutes = {
  stream: api.live.stream.handler(async ({ context, signal = new AbortController().signal }) => {
    const { userId } = requireActor(context)
    const place = takePlace(userId)
    try {
      return stream({ context, userId, topics: await topicsOf(context, userId), signal, place })
    } catch (error) {
      place.leave()
      throw error
    }
  }),
}

type Stream = { context: EntryContext; userId: string; topics: readonly string[]; signal: AbortSignal; place: Place }

type Place = { keep(): void; leave(): void }

/** Taken before any query, so that simultaneous requests cannot all find room. `leave` is idempotent. */
function takePlace(userId: string): Place {
  const open = openStreams.get(userId) ?? 0
  if (open >= streamsPerPerson) throw failRequest('request.too_many', { retryAfterSeconds: 60 })
  openStreams.set(userId, open + 1)
  let isTaken = true
  const leave = (): void => {
    clearTimeout(unread)
    if (!isTaken) return
    isTaken = false
    const left = (openStreams.get(userId) ?? 1) - 1
    if (left > 0) openStreams.set(userId, left)
    else openStreams.delete(userId)
  }
  const unread = setTimeout(leave, unreadMs).unref()
  return { keep: () => clearTimeout(unread), leave }
}

/**
 * The session is checked again before each event and every 30 seconds, so that a stream sends nothing after its session has
 * ended. The end of each session of its user is such an event, which the database announces; the stream itself sends none.
 */
async function* stream({ context, userId, topics, signal, place }: Stream): AsyncGenerator<LiveEvent> {
  place.keep()
  const ended = new AbortController()
  const subscription = context.platform.live.subscribe({ topics, signal: AbortSignal.any([signal, ended.signal]) })
  try {
    let next = subscription.next()
    for (;;) {
      const received = await withinRecheck(next)
      if (received?.done) return
      const actor = await context.authenticate({ isRecheck: true })
      if (!actor || lacksSecondFactor(actor)) return
      const current = await topicsOf(context, userId)
      subscription.follow(current)
      if (received === undefined) continue
      const event = presentMessage(received.value, current)
      if (event) yield event
      next = subscription.next()
    }
  } finally {
    ended.abort()
    place.leave()
  }
}

/** The person's own appointments, and the agendas of the centres where the person works. */
async function topicsOf({ platform }: EntryContext, userId: string): Promise<string[]> {
  const centers = await listCenterIdsOf(platform.db, { userId })
  return [`user:${userId}`, ...centers.map(topicOfCenter)]
}

const topicOfCenter = (centerId: string) => `center:${centerId}`
const centerOfTopic = (topic: string) => topic.slice(topicOfCenter('').length)

function presentMessage(message: LiveMessage, topics: readonly string[]): LiveEvent | undefined {
  if (message === 'listening') return { about: 'ready' }
  const { topic, about, id } = message
  if (!topics.includes(topic)) return undefined
  if (about === 'appointments') return { about, appointmentId: id }
  if (about === 'agenda') return { about, centerId: centerOfTopic(topic), appointmentId: id }
  return undefined
}

/** Undefined when no event came for so long that the session must be checked again. */
async function withinRecheck<T>(next: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tick = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), recheckMs)
  })
  try {
    return await Promise.race([next, tick])
  } finally {
    clearTimeout(timer)
  }
}
