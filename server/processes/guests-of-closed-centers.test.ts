import { beforeEach, describe, expect, test } from 'vitest'
import { appointmentsRoutes } from '#server/features/appointments/routes/appointments.ts'
import { acceptDeskBooking } from '#server/features/appointments/usecases/accept-desk-booking.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { centerActions } from '#server/features/centers/usecases/act-on-centers.ts'
import { quote } from '#server/features/checkouts/usecases/read-quote.ts'
import { sendMessage } from '#server/features/conversations/usecases/send-message.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { createReview, replyToReview } from '#server/features/reviews/usecases/reviews.ts'
import { remindDebt } from '#server/features/tills/usecases/debts.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAccount, buildAppointment, buildPatient } from '#server/testing/builders.ts'
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

  test('gets no time after the revocation', async () => {
    const { desk } = await bookGuest()
    await act('revoke', desk)
    platform.clock.advance(minuteMs)
    await expect(desk.book({ startsAt: later(24 * hourMs) })).rejects.toEqual(withCode('agenda.closed_by_staff'))
  })

  test('gets a time, and no mail, at a centre that staff have never approved', async () => {
    const { desk, appointmentId, kinds } = await bookGuest({ isApproved: false })
    expect((await cancel(desk, appointmentId)).notified).toBe(false)
    await passTwoMinutes()
    expect(await kinds()).toEqual([])
  })
})

describe('a guest whom the desk books while the owner is blocked', () => {
  test.each(['suspend', 'ban'] as const)('gets no time during it, and none after it: %s', async (measure) => {
    const { desk } = await bookGuest()
    await act(measure, desk)
    await runJobs(platform, { only: 'appointments.cancel-all-of-center' })
    platform.clock.advance(minuteMs)
    for (const days of [1, 21]) {
      const attempt = desk.book({ startsAt: later(days * dayMs) })
      await expect(attempt).rejects.toEqual(withCode('agenda.closed_by_staff'))
    }
  })
})

describe('a patient with an account, after staff closed the centre', () => {
  const words = 'Transferí la seña'

  async function buildPatientOf(desk: Desk) {
    const { patientId } = await buildPatient(platform, { verified: true })
    const person = { kind: 'patient', id: patientId } as const
    const now = platform.clock.now().getTime()
    const of = { ...desk, patientId }
    const past = await buildAppointment(platform, { ...of, status: 'completed', startsAt: new Date(now - 2 * dayMs) })
    const ahead = await buildAppointment(platform, { ...of, startsAt: later(21 * dayMs) })
    const { row: unaccepted } = await desk.book({ startsAt: later(22 * dayMs), person })
    const review = { userId: patientId, appointmentId: past.appointmentId, rating: 4, comment: 'Bien.' }
    const { id: reviewId } = await createReview(platform, review)
    const { id: conversationId } = await startConversation(platform, { userId: patientId, recipientId: desk.centerId })
    await sendMessage(platform, { userId: patientId, conversationId, id: newId(), content: 'Hola' })
    await collectPayment(platform, { ...desk.at(past.appointmentId), amountCents: 1000, method: 'efectivo' })
    const { id: paymentId } = await platform.db
      .selectFrom('payments')
      .where('appointment_id', '=', past.appointmentId)
      .select('id')
      .executeTakeFirstOrThrow()
    return { patientId, person, past, ahead, unaccepted, reviewId, conversationId, paymentId }
  }

  test.each(['suspend', 'revoke'] as const)(
    'is reached by nothing new of the desk, and learns of changes without its words: %s',
    async (measure) => {
      const desk = await buildDesk(platform)
      const { centerId, reception } = desk
      const { patientId, person, past, ahead, unaccepted, ...own } = await buildPatientOf(desk)
      const contact = await buildPatient(platform)
      await buildAppointment(platform, { ...desk, ...contact, startsAt: later(23 * dayMs) })
      await act(measure, desk)
      await runJobs(platform, { only: 'appointments.cancel-all-of-center' })

      const startsAt = later(24 * dayMs)
      const caller = { userId: patientId, visitorKey: undefined }
      const ofDesk = { userId: reception, conversationId: own.conversationId }
      const now = platform.clock.now()
      const attempts = {
        bookGuest: () => desk.book({ startsAt }),
        bookPatient: () => desk.book({ startsAt, person }),
        accept: () => acceptDeskBooking(platform, { caller, appointmentId: unaccepted.id }),
        quote: () => quote(platform.db, { appointmentId: ahead.appointmentId, patientId, now }),
        start: () => startConversation(platform, { userId: reception, recipientId: contact.patientId }),
        write: () => sendMessage(platform, { ...ofDesk, id: newId(), content: words }),
        reply: () => replyToReview(platform, { userId: centerId, centerId, reviewId: own.reviewId, text: words }),
        remind: () => remindDebt(platform, desk.at(past.appointmentId)),
      }
      const refused: Record<string, string> = {}
      for (const [name, attempt] of Object.entries(attempts)) {
        refused[name] = await (attempt as () => Promise<unknown>)().then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
      }
      expect(refused).toEqual({
        bookGuest: 'agenda.closed_by_staff',
        bookPatient: 'agenda.closed_by_staff',
        accept: 'appointments.closed_by_staff',
        quote: 'checkouts.not_payable',
        start: 'conversations.closed_by_staff',
        write: 'conversations.closed_by_staff',
        reply: 'reviews.closed_by_staff',
        remind: 'tills.closed_by_staff',
      })

      await cancelAtDesk(platform, { ...desk.at(ahead.appointmentId), by: 'center', reason: words })
      const move = { startsAt, reason: words, evenOutsideHours: true }
      await moveAtDesk(platform, { ...desk.at(unaccepted.id), ...move })
      const refund = { paymentId: own.paymentId, amountCents: 1000, refundedCents: 0, reason: words }
      await refundPayment(platform, { ...desk.at(past.appointmentId), ...refund })
      await passTwoMinutes()
      const { email } = await platform.db
        .selectFrom('users')
        .where('id', '=', patientId)
        .select('email')
        .executeTakeFirstOrThrow()
      const mails = (await listMails(platform, { limit: 2000 })).filter(({ to }) => to === email)
      const kinds = ['cancelled_by_center', 'moved_by_center', 'refunded_by_center'].map(
        (kind) => `appointments.${kind}`,
      )
      expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
      for (const { html, text } of mails) expect(html + text).not.toContain(words)
      const pages = clientOf(platform, appointmentsRoutes, patientId)
      for (const id of [ahead.appointmentId, unaccepted.id, past.appointmentId]) {
        const shown = await pages.get({ appointmentId: id })
        expect(JSON.stringify([shown, await pages.payments({ appointmentId: id })])).not.toContain(words)
        expect(shown.can).toMatchObject({ pay: false, accept: false })
      }
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
