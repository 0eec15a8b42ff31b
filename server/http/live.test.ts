import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { describe, expect, test, vi } from 'vitest'
import { type Contract, contract } from '#contract/contract.ts'
import type { LiveEvent } from '#contract/live.ts'
import { releaseHold } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { announceTyping } from '#server/features/conversations/usecases/change-conversation.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { userActions } from '#server/processes/act-on-users.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { startService } from '#server/testing/auth-service.ts'
import { signedInPerson } from '#server/testing/authenticator.ts'
import { buildAccount, buildAppointment, buildMember, buildProfessional } from '#server/testing/builders.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { orpcErrorFromBody } from '#server/testing/orpc-errors.ts'
import { signIn } from '#server/testing/signed-in.ts'

const service = await startService()
const { platform } = service

/** Ten o'clock on a Monday one to two weeks ahead, which is free because each test has its own desk. */
function someMonday(): Date {
  const now = platform.clock.now()
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 13))
  return new Date(day.getTime() + (((8 - day.getUTCDay()) % 7) + 7) * dayMs)
}

/** The API's client with this access token, and a function that opens its stream. */
async function connect(token: string) {
  const { url } = await startTestServer({ platform, authenticate: (bearer) => authenticate(platform, bearer) })
  const headers = { authorization: `Bearer ${token}` }
  const link = new OpenAPILink(contract, { url, headers, customErrorResponseBodyDecoder: orpcErrorFromBody })
  const api: ContractRouterClient<Contract> = createORPCClient(link)
  const open = async (after?: string) => {
    const abort = new AbortController()
    const events = await api.live.stream(after === undefined ? {} : { after }, { signal: abort.signal })
    return { events, close: () => abort.abort() }
  }
  return { url, headers, open }
}

/** A signed-in person; with a centre, its receptionist. */
async function signInListener({ centerId }: { centerId?: string } = {}) {
  const person = await signedInPerson(service)
  if (centerId !== undefined) {
    const member = { user_id: person.userId, center_id: centerId, member_role: 'reception' }
    await platform.db.insertInto('center_members').values(member).execute()
  }
  return { ...person, ...(await connect(person.session.access_token)) }
}

/** The next event that isn't about changed rows. */
async function nextEvent(events: AsyncIterator<LiveEvent>, patienceMs = 1000): ReturnType<typeof anyEvent> {
  for (;;) {
    const event = await anyEvent(events, patienceMs)
    if (typeof event === 'string' || event.about !== 'changed') return event
  }
}

async function anyEvent(events: AsyncIterator<LiveEvent>, patienceMs = 1000): Promise<LiveEvent | 'nothing' | 'ended'> {
  const silence = new Promise<'nothing'>((resolve) => setTimeout(() => resolve('nothing'), patienceMs))
  return Promise.race([events.next().then(({ done, value }) => (done ? 'ended' : (value as LiveEvent))), silence])
}

/** The reads that the stream names from now on. */
function collectReads(events: AsyncIterator<LiveEvent>): Set<string> {
  const reads = new Set<string>()
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await events.next()
      if (done) return
      if (value.about === 'changed') for (const name of value.reads) reads.add(name)
    }
  }
  void read().catch(() => undefined)
  return reads
}

describe('the stream', () => {
  test('notifies the members of a centre that its agenda changed, again after a second at most', async () => {
    const desk = await buildDesk(platform)
    const { open } = await signInListener(desk)
    const { events, close } = await open()
    expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready', isResumed: false })
    const { appointmentId } = await buildAppointment(platform, desk)
    const event = { about: 'changed', reads: expect.arrayContaining(['agenda']) }
    expect(await anyEvent(events, 3000)).toMatchObject(event)
    await collectPayment(platform, { ...desk.at(appointmentId), amountCents: 100, method: 'efectivo' })
    expect(await anyEvent(events, 3000)).toMatchObject(event)
    const caller = { userId: undefined, visitorKey: newId() }
    const request = {
      caller,
      address: 'a',
      serviceId: desk.serviceId,
      startsAt: someMonday(),
      place: 'center',
    } as const
    await holdAppointment(platform, request)
    expect(await anyEvent(events, 3000)).toMatchObject(event)
    await releaseHold(platform, { caller })
    expect(await anyEvent(events, 3000)).toMatchObject(event)
    close()
  })

  test('notifies a patient of their own appointments only', async () => {
    const desk = await buildDesk(platform)
    const { open, userId } = await signInListener()
    const { events, close } = await open()
    expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready', isResumed: false })
    await buildAppointment(platform, desk)
    const startsAt = new Date(platform.clock.now().getTime() + 48 * hourMs)
    await buildAppointment(platform, { ...desk, patientId: userId, startsAt })
    expect(await anyEvent(events)).toMatchObject({
      about: 'changed',
      reads: expect.arrayContaining(['appointments']),
    })
    expect(await anyEvent(events, 200)).toBe('nothing')
    close()
  })

  test('tells of a change only those who may read the row', async () => {
    const desk = await buildDesk(platform)
    const as = async (userId: string) => (await connect((await signIn(platform, userId)).tokens.access_token)).open()
    const admin = await buildAccount(platform, { role: 'admin' })
    const { userId: receptionist } = await buildMember(platform, { centerId: desk.centerId, role: 'reception' })
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { userId: professional } = await buildMember(platform, {
      centerId: desk.centerId,
      role: 'professional',
      professionalId,
    })
    const [staff, reception, colleague] = [await as(admin.userId), await as(receptionist), await as(professional)]
    const stranger = await (await signInListener()).open()
    const all = [staff, reception, colleague, stranger]
    for (const { events } of all) expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready' })
    const notified = {
      staff: collectReads(staff.events),
      reception: collectReads(reception.events),
      colleague: collectReads(colleague.events),
      stranger: collectReads(stranger.events),
    }
    // The notices of the rows that this test has built arrive first.
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const reads of Object.values(notified)) reads.clear()
    await platform.db
      .insertInto('till_closings')
      .values({
        ...{ opening_float: 0, float_left: 0, online_amount: 0 },
        ...{ expected_cash: 0, expected_debit: 0, expected_transfer: 0 },
        ...{ counted_cash: 0, counted_debit: 0, counted_transfer: 0 },
        ...{ id: newId(), center_id: desk.centerId, number: 1, closed_at: platform.clock.now() },
      })
      .execute()
    await vi.waitFor(() => expect(notified.reception).toContain('tills'))
    for (const who of ['staff', 'colleague', 'stranger'] as const) expect(notified[who], who).not.toContain('tills')
    await platform.db.updateTable('services').set({ name: 'Masaje' }).where('id', '=', desk.serviceId).execute()
    await vi.waitFor(() => {
      for (const who of ['staff', 'reception', 'colleague'] as const) expect(notified[who], who).toContain('team')
    })
    expect(notified.stranger).not.toContain('team')
    for (const { close } of all) close()
  })

  test('an account that becomes staff follows what staff see from then on', async () => {
    const desk = await buildDesk(platform)
    const { open, userId } = await signInListener()
    const { events } = await open()
    expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready' })
    await platform.db.insertInto('user_roles').values({ user_id: userId, role: 'moderator' }).execute()
    expect(await nextEvent(events)).toBe('ended')
    const again = await open()
    expect(await nextEvent(again.events, 3000)).toMatchObject({ about: 'ready' })
    const notified = collectReads(again.events)
    await platform.db.updateTable('services').set({ name: 'Osteopatía' }).where('id', '=', desk.serviceId).execute()
    await vi.waitFor(() => expect(notified).toContain('centerRecords'))
    again.close()
  })

  test('notifies only the patient and the desk of a conversation about its messages and the other side’s typing', async () => {
    const { centerId, patientId, conversationId, write } = await buildConversation(platform)
    const as = async (userId: string) => {
      const { tokens } = await signIn(platform, userId)
      return (await connect(tokens.access_token)).open()
    }
    const member = async (role: 'reception' | 'professional') => {
      const { professionalId } = await buildProfessional(platform, { centerId })
      const own = role === 'professional' ? { professionalId } : {}
      return as((await buildMember(platform, { centerId, role, ...own })).userId)
    }
    const [patient, owner, reception] = [await as(patientId), await as(centerId), await member('reception')]
    const [professional, stranger] = [await member('professional'), await signInListener()]
    const outsider = await stranger.open()
    for (const each of [patient, owner, reception, professional, outsider]) {
      expect(await nextEvent(each.events, 3000)).toMatchObject({ about: 'ready' })
    }
    await write(patientId, 'Hola')
    for (const each of [patient, owner, reception]) {
      expect(await nextEvent(each.events)).toMatchObject({ about: 'conversation', conversationId, lastNumber: 2 })
    }
    await announceTyping(platform, { userId: patientId, conversationId })
    for (const each of [owner, reception]) {
      expect(await nextEvent(each.events)).toMatchObject({ about: 'typing', conversationId, side: 'patient' })
    }
    for (const each of [professional, outsider]) expect(await nextEvent(each.events, 300)).toBe('nothing')
    for (const each of [patient, owner, reception, professional, outsider]) each.close()
  })

  test('is an event stream that no cache keeps and no proxy buffers', async () => {
    const { url, headers } = await signInListener()
    const abort = new AbortController()
    const response = await fetch(`${url}/api/v1/live`, { headers, signal: abort.signal })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    abort.abort()
    const head = await fetch(`${url}/api/v1/live`, { method: 'HEAD', headers })
    expect([head.status, await head.text()]).toEqual([405, ''])
  })

  test('that opens after the position of a response misses no change that the response lacks', async () => {
    const desk = await buildDesk(platform)
    const { url, headers, open } = await signInListener(desk)
    // The process has received a notice by then.
    const { events, close } = await open()
    expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready' })
    await buildAppointment(platform, desk)
    expect(await anyEvent(events)).toMatchObject({ about: 'changed' })
    close()
    const response = await fetch(`${url}/api/v1/centers/${desk.centerId}/agenda/today`, { headers })
    const position = response.headers.get('x-live-position') ?? ''
    await platform.db.updateTable('services').set({ name: 'Masaje' }).where('id', '=', desk.serviceId).execute()
    const resumed = await open(position)
    const notified = collectReads(resumed.events)
    await vi.waitFor(() => expect(notified).toContain('team'))
    resumed.close()
    expect((await fetch(`${url}/api/v1/service-types`)).headers.get('x-live-position')).toBeNull()
  })

  test('ends without another event once its session has ended', async () => {
    const desk = await buildDesk(platform)
    const { open, client } = await signInListener(desk)
    const { events } = await open()
    expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready', isResumed: false })
    await client.signOut({ scope: 'local' })
    await buildAppointment(platform, desk)
    expect(await nextEvent(events)).toBe('ended')
  })

  test('sends a former member no further event of the centre', async () => {
    const desk = await buildDesk(platform)
    const { open, userId } = await signInListener(desk)
    const { events, close } = await open()
    expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready', isResumed: false })
    await platform.db.deleteFrom('center_members').where('user_id', '=', userId).execute()
    await buildAppointment(platform, desk)
    expect(await nextEvent(events)).toBe('ended')
    close()
    const again = await open()
    expect(await nextEvent(again.events, 3000)).toMatchObject({ about: 'ready' })
    await buildAppointment(platform, { ...desk, startsAt: someMonday() })
    expect(await anyEvent(again.events, 300)).toBe('nothing')
    again.close()
  })

  test('ends at once when staff suspend its user, and when the session ends elsewhere', async () => {
    const { userId: staffId } = await buildAccount(platform)
    const suspended = await signInListener()
    const elsewhere = await signInListener()
    const [first, second] = [await suspended.open(), await elsewhere.open()]
    for (const { events } of [first, second])
      expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready', isResumed: false })
    await actOnEach(platform, userActions.suspend, {
      actor: { userId: staffId, roles: ['admin'] },
      targets: [{ id: suspended.userId, lastActionId: null }],
      days: 7,
      reason: 'Reservó y no fue, tres veces.',
    })
    expect(await nextEvent(first.events)).toBe('ended')
    const other = await elsewhere.signIn()
    await other.client.signOut({ scope: 'others' })
    expect(await nextEvent(second.events)).toBe('ended')
  })

  test('can be open ten times for one person when thirty requests come simultaneously', async () => {
    const { open } = await signInListener()
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => open()))
    const streams = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(streams).toHaveLength(10)
    for (const { close } of streams) close()
  })

  test('is refused to a person with ten open ones, until one of them closes', async () => {
    const { open } = await signInListener()
    const streams = await Promise.all(Array.from({ length: 10 }, () => open()))
    for (const { events } of streams)
      expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready', isResumed: false })
    await expect(open()).rejects.toMatchObject({ code: 'request.too_many' })
    for (const { close } of streams.slice(0, 9)) close()
    await vi.waitFor(async () => {
      const { events, close } = await open()
      expect(await nextEvent(events, 3000)).toMatchObject({ about: 'ready', isResumed: false })
      close()
    })
    streams[9]?.close()
  })
})
