import { beforeEach, describe, expect, test } from 'vitest'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { centerActions } from '#server/features/centers/usecases/act-on-centers.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { userActions } from './act-on-users.ts'
import { deleteAccount } from './delete-account.ts'
import { removeGuestRoutes } from './remove-guest.ts'

let platform: TestPlatform
let server: Awaited<ReturnType<typeof startMailServer>>
beforeEach(async () => {
  server = await startMailServer()
  platform = await testPlatform({ settings: { smtpUrl: `smtp://127.0.0.1:${server.port}` } })
})

const reason = 'Recibimos quejas.'
const mark = 'Sorteo'

let count = 0
/** A centre whose names contain the mark, and a guest whom its desk books for Monday. */
async function bookGuest({ isApproved = true } = {}) {
  const desk = await buildDesk(platform)
  await platform.db
    .updateTable('center_profiles')
    .set({
      center_name: `Gran ${mark}`,
      address: `Calle ${mark} 12`,
      phone: '+598 2900 1234',
      ...(!isApproved && { approved_at: null }),
    })
    .where('id', '=', desk.centerId)
    .execute()
  await platform.db
    .updateTable('professionals')
    .set({ full_name: `${mark} Suárez` })
    .where('center_id', '=', desk.centerId)
    .execute()
  await platform.db
    .updateTable('services')
    .set({ name: `Masaje ${mark}` })
    .where('id', '=', desk.serviceId)
    .execute()
  count += 1
  const email = `rosa${count}@ejemplo.uy`
  const person = { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email } as const
  const { row } = await desk.book({ startsAt: monday, person })
  const mails = async () => (await listMails(platform, { limit: 2000 })).filter(({ to }) => to === email).toReversed()
  return {
    desk,
    appointmentId: row.id,
    email,
    guestId: row.guestId ?? '',
    kinds: async () => (await mails()).map(({ kind }) => kind.replace('appointments.', '')),
    lastText: async () => {
      const { subject, html, text } = (await mails()).at(-1) ?? {}
      return `${subject}\n${html}\n${text}`
    },
  }
}

type Measure = 'suspend' | 'ban' | 'revoke'

async function act(measure: Measure, { centerId }: Desk) {
  const { userId } = await buildAccount(platform)
  const last = await platform.db
    .selectFrom('moderation_actions')
    .where('target_id', '=', centerId)
    .orderBy('sequence', 'desc')
    .select('id')
    .executeTakeFirst()
  const input = {
    actor: { userId, roles: ['admin'] as const },
    targets: [{ id: centerId, lastActionId: last?.id ?? null }],
    reason,
  }
  const outcomes =
    measure === 'revoke'
      ? await actOnEach(platform, centerActions.revoke, input)
      : measure === 'ban'
        ? await actOnEach(platform, userActions.ban, input)
        : await actOnEach(platform, userActions.suspend, { ...input, days: 7 })
  expect(outcomes).toEqual([{ id: centerId }])
}

async function passTwoMinutes() {
  await runJobs(platform, { only: 'appointments.cancel-all-of-center' })
  platform.clock.advance(2 * minuteMs)
  await runJobs(platform, { only: 'appointments.notify' })
}

const cancel = (desk: Desk, appointmentId: string) =>
  cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason: `Vengan al ${mark}` })

const move = (desk: Desk, appointmentId: string) =>
  moveAtDesk(platform, {
    ...desk.at(appointmentId),
    startsAt: later(2 * hourMs),
    reason: `Vengan al ${mark}`,
    evenOutsideHours: true,
  })

describe('a guest who was mailed that an appointment is booked', () => {
  test.each(['suspend', 'ban'] as const)('is mailed that it is cancelled when staff %s the owner', async (measure) => {
    const { desk, kinds, lastText } = await bookGuest()
    await act(measure, desk)
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked_at_desk', 'cancelled_by_staff'])
    expect(await lastText()).toContain('Lunes, 23 de noviembre, 10:00')
    expect(await lastText()).not.toContain(mark)
  })

  test('is mailed what the centre changes after staff revoked its approval, without its words', async () => {
    const { desk, appointmentId, kinds, lastText } = await bookGuest()
    await act('revoke', desk)
    expect((await move(desk, appointmentId)).notified).toBe(true)
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked_at_desk', 'moved_by_center'])
    expect(await lastText()).toContain('Lunes, 23 de noviembre, 12:00')
    for (const word of [mark, encodeURIComponent(mark), '2900 1234']) expect(await lastText()).not.toContain(word)
    expect((await cancel(desk, appointmentId)).notified).toBe(true)
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked_at_desk', 'moved_by_center', 'cancelled_by_center'])
    expect(await lastText()).not.toContain(mark)
  })

  test.each(['suspend', 'ban', 'revoke'] as const)(
    'is mailed the change that waits when staff %s, without words of the centre',
    async (measure) => {
      const { desk, appointmentId, kinds, lastText } = await bookGuest()
      await move(desk, appointmentId)
      await act(measure, desk)
      await passTwoMinutes()
      expect(await kinds()).toEqual(['booked_at_desk', measure === 'revoke' ? 'moved_by_center' : 'cancelled_by_staff'])
      expect(await lastText()).not.toContain(mark)
    },
  )
})

describe('a guest of a centre that was not approved when it booked', () => {
  test('gets no mail when staff suspend its owner', async () => {
    const { desk, kinds } = await bookGuest({ isApproved: false })
    await act('suspend', desk)
    await passTwoMinutes()
    expect(await kinds()).toEqual([])
  })

  test('gets no mail about a booking after the revocation, nor about its changes', async () => {
    const { desk } = await bookGuest()
    await act('revoke', desk)
    platform.clock.advance(minuteMs)
    const person = { kind: 'newGuest', fullName: 'Luis Paz', phone: '', email: 'luis@ejemplo.uy' } as const
    const { row, notified } = await desk.book({ startsAt: later(24 * hourMs), person })
    expect(notified).toBe(false)
    expect((await cancel(desk, row.id)).notified).toBe(false)
  })
})

describe('a guest whom the desk books while the owner is blocked', () => {
  const person = { kind: 'newGuest', fullName: 'Luis Paz', phone: '', email: 'luis@ejemplo.uy' } as const

  async function closedBy(measure: 'suspend' | 'ban') {
    const { desk } = await bookGuest()
    await act(measure, desk)
    await runJobs(platform, { only: 'appointments.cancel-all-of-center' })
    platform.clock.advance(minuteMs)
    return desk
  }

  test.each(['suspend', 'ban'] as const)('gets no time during it: %s', async (measure) => {
    const desk = await closedBy(measure)
    await expect(desk.book({ startsAt: later(24 * hourMs), person })).rejects.toEqual(
      withCode('agenda.closed_by_staff'),
    )
  })

  test.each([undefined, 'ban'] as const)(
    'gets no mail about a time after the suspension, nor about its changes, then %s',
    async (second) => {
      const desk = await closedBy('suspend')
      const { row, notified } = await desk.book({ startsAt: later(21 * 24 * hourMs), person })
      expect(notified).toBe(false)
      platform.clock.advance(minuteMs)
      if (second) {
        await act(second, desk)
        await runJobs(platform, { only: 'appointments.cancel-all-of-center' })
      } else expect((await cancel(desk, row.id)).notified).toBe(false)
      await passTwoMinutes()
      const { status } = await platform.db
        .selectFrom('appointments')
        .where('id', '=', row.id)
        .select('status')
        .executeTakeFirstOrThrow()
      expect(status).toBe('cancelled')
      expect((await listMails(platform, { limit: 2000 })).filter(({ to }) => to === person.email)).toEqual([])
    },
  )
})

describe('a guest whose cancellation waits to be mailed', () => {
  test('is mailed it when the desk removes the guest', async () => {
    const { desk, appointmentId, guestId, kinds, lastText } = await bookGuest()
    expect((await cancel(desk, appointmentId)).notified).toBe(true)
    await clientOf(platform, removeGuestRoutes.contacts, desk.reception).removeGuest({
      centerId: desk.centerId,
      guestId,
    })
    expect(await kinds()).toEqual(['booked_at_desk', 'cancelled_by_center'])
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked_at_desk', 'cancelled_by_center'])
    expect(await lastText()).toContain(`Vengan al ${mark}`)
  })

  test('is mailed it when the owner deletes the account', async () => {
    const { desk, appointmentId, email, kinds, lastText } = await bookGuest()
    await cancel(desk, appointmentId)
    const { sessionId } = await signIn(platform, desk.owner)
    await deleteAccount(platform, { actor: { userId: desk.owner, sessionId }, currentPassword: null })
    await passTwoMinutes()
    expect(await kinds()).toEqual(['booked_at_desk', 'cancelled_by_center'])
    expect(await lastText()).toContain(`Gran ${mark}`)
    await runJobs(platform, { only: 'mail.send' })
    const subjects = server.received
      .filter(({ to }) => to?.some(({ address }) => address === email))
      .map(({ subject }) => subject)
    expect(subjects).toContain('El centro canceló tu cita')
  })
})
