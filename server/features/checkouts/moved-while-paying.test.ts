import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { moveAppointment } from '#server/features/appointments/usecases/move-appointment.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildProfessional, buildService, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { checkoutsRoutes } from './checkouts.routes.ts'
import { applyPayment } from './usecases/apply-payment.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
afterEach(() => clock.set(start))

/** A booking by the desk for Monday at ten, which its patient has not accepted. */
async function buildDeskBooking({ startsAt = monday } = {}) {
  const desk = await buildDesk(platform)
  const past = { status: 'completed', startsAt: later(-30 * dayMs) } as const
  const { patientId } = await buildAppointment(platform, { ...desk, ...past })
  await verifyEmail(platform, { userId: patientId })
  const { row } = await desk.book({ startsAt, person: { kind: 'patient', id: patientId } })
  return { desk, ...visitOf(patientId, row.id) }
}

function visitOf(patientId: string, appointmentId: string) {
  const patient = clientOf(platform, checkoutsRoutes, patientId)
  const stored = async () => {
    const columns = ['status', 'accepted_at as acceptedAt', 'paid_amount as paidCents'] as const
    return db.selectFrom('appointments').where('id', '=', appointmentId).select(columns).executeTakeFirstOrThrow()
  }
  type Read = { terms: string | null; totalCents: number }
  const order = ({ terms, totalCents }: Read) => {
    const read = terms === null ? {} : { terms }
    return { appointmentId, ...read, totalCents, idempotencyKey: newId() }
  }
  return {
    patientId,
    appointmentId,
    stored,
    quote: () => patient.quote({ appointmentId }),
    payByCard: async (read: Read) =>
      patient.start({ ...order(read), method: 'card', token: await cardToken(platform, 'approved') }),
    openWallet: async () =>
      (await patient.start({ ...order(await patient.quote({ appointmentId })), method: 'wallet' })).checkout,
  }
}

/** The gateway tells that the patient paid on its page. */
const payOnPage = ({ id, totalCents }: { id: string; totalCents: number }) => {
  const ofGateway = {
    id: newId(),
    reference: id,
    card: null,
    declineReason: null,
    refundedCents: 0,
    feeCents: 0,
    pageId: null,
    dispute: null,
  }
  return applyPayment(platform, { ...ofGateway, amountCents: totalCents, status: 'approved' })
}
const refundsOf = (checkoutId: string) =>
  db.selectFrom('gateway_refunds').where('checkout_id', '=', checkoutId).select(['amount', 'reason']).execute()
const unpaid = { acceptedAt: null, paidCents: 0 }

async function colleagueOf({ centerId }: { centerId: string }) {
  const { professionalId } = await buildProfessional(platform, { centerId })
  return buildService(platform, { centerId, professionalId })
}

describe('a desk booking that its patient reads and then pays', () => {
  it('is neither paid nor accepted at another time until the patient has read it', async () => {
    const { desk, appointmentId, quote, payByCard, stored } = await buildDeskBooking()
    const read = await quote()
    expect(read.startsAt).toBe(monday.toISOString())
    const edit = db.updateTable('center_profiles').set({ late_refund_percent: 0 }).where('id', '=', desk.centerId)
    await edit.execute()
    // The rule about cancelling is the one under which it was booked.
    expect(await quote()).toEqual(read)
    const moved = later(2 * hourMs)
    await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: moved })
    await expect(payByCard(read)).rejects.toEqual(withCode('request.terms_changed'))
    expect(await stored()).toMatchObject(unpaid)
    expect((await payByCard(await quote())).checkout.status).toBe('approved')
    expect(await stored()).toMatchObject({ acceptedAt: clock.now(), paidCents: read.totalCents })
  })

  it('is neither paid nor accepted with another professional', async () => {
    const { desk, appointmentId, quote, payByCard, stored } = await buildDeskBooking()
    const read = await quote()
    const { serviceId } = await colleagueOf(desk)
    await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: monday, serviceId })
    await expect(payByCard(read)).rejects.toEqual(withCode('request.terms_changed'))
    expect(await stored()).toMatchObject(unpaid)
  })

  it('is not paid by a request that names no terms', async () => {
    const { quote, payByCard, stored } = await buildDeskBooking()
    await expect(payByCard({ ...(await quote()), terms: null })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await stored()).toMatchObject(unpaid)
  })
})

describe('a payment that arrives from the page of a wallet', () => {
  it('accepts a desk booking that is still as its patient saw it', async () => {
    const { openWallet, stored } = await buildDeskBooking()
    const checkout = await openWallet()
    await payOnPage(checkout)
    expect(await stored()).toMatchObject({ acceptedAt: clock.now(), paidCents: checkout.totalCents })
  })

  it.each(['another time', 'another professional'] as const)(
    'is given back, with the reason, when the desk had given the unaccepted booking %s',
    async (change) => {
      const { desk, patientId, appointmentId, openWallet, stored } = await buildDeskBooking()
      const checkout = await openWallet()
      const to =
        change === 'another time' ? { startsAt: later(2 * hourMs) } : { startsAt: monday, ...(await colleagueOf(desk)) }
      await moveAtDesk(platform, { ...to, ...desk.at(appointmentId) })
      await payOnPage(checkout)
      expect(await stored()).toMatchObject(unpaid)
      expect(await refundsOf(checkout.id)).toEqual([{ amount: checkout.totalCents, reason: 'not_payable' }])
      const [mail] = (await listAllMails(platform, { limit: 50 })).filter(
        ({ kind, to: address }) => kind === 'checkouts.receipt' && address.includes(patientId),
      )
      expect(mail?.subject).toBe('Te devolvemos tu pago')
      expect(mail?.text).toContain('la cita ya tenía otra hora, otro profesional u otro lugar')
    },
  )

  it('stays with a booking of the patient that the centre moved, because the patient can cancel it without cost', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: monday })
    const { openWallet, stored } = visitOf(patientId, appointmentId)
    const checkout = await openWallet()
    await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: later(2 * hourMs) })
    await payOnPage(checkout)
    expect(await stored()).toMatchObject({ paidCents: checkout.totalCents })
    expect(await refundsOf(checkout.id)).toEqual([])
  })

  it('is given back when the patient moved the unaccepted booking in another tab', async () => {
    const { patientId, appointmentId, openWallet, stored } = await buildDeskBooking({ startsAt: later(dayMs) })
    const checkout = await openWallet()
    const caller = { userId: patientId, visitorKey: undefined }
    await moveAppointment(platform, { caller, appointmentId, startsAt: later(dayMs + hourMs) })
    await payOnPage(checkout)
    expect(await stored()).toMatchObject(unpaid)
    expect(await refundsOf(checkout.id)).toHaveLength(1)
  })

  it('finds what its patient saw unchanged, whatever another writer stores', async () => {
    const { openWallet } = await buildDeskBooking()
    const { id } = await openWallet()
    const change = sql`update checkouts set seen_starts_at = now() where id = ${id}`
    await expect(change.execute(db)).rejects.toThrow(/stays/)
  })
})

describe('while a payment of it is open, an unaccepted desk booking', () => {
  const earlier = later(-15 * minuteMs)

  async function openPayment() {
    const booking = await buildDeskBooking({ startsAt: later(hourMs) })
    clock.set(monday)
    const checkout = await booking.openWallet()
    return {
      ...booking,
      checkout,
      request: { ...booking.desk.at(booking.appointmentId), startsAt: earlier, evenOutsideHours: true },
    }
  }

  it('is not moved into the past by two desks at once', async () => {
    const { desk, request } = await openPayment()
    const outcomes = await Promise.allSettled([
      moveAtDesk(platform, request),
      moveAtDesk(platform, { ...request, userId: desk.owner }),
    ])
    const refused = { status: 'rejected', reason: withCode('request.invalid') }
    expect(outcomes).toMatchObject([refused, refused])
  })

  it('is not moved into the past by any other writer', async () => {
    const { appointmentId } = await openPayment()
    const direct = sql`update appointments set during = tstzrange(${earlier}, ${monday}), updated_at = ${monday}
      where id = ${appointmentId}`
    await expect(direct.execute(db)).rejects.toThrow(/moved into the past/)
  })

  it('is moved into the past once the payment was declined', async () => {
    const { checkout, request } = await openPayment()
    const declined = {
      ...{
        id: newId(),
        reference: checkout.id,
        card: null,
        refundedCents: 0,
        feeCents: 0,
        pageId: null,
        dispute: null,
      },
      declineReason: 'declined',
    } as const
    await applyPayment(platform, { ...declined, amountCents: checkout.totalCents, status: 'declined' })
    await expect(moveAtDesk(platform, request)).resolves.toBeDefined()
  })

  it('is either moved or paid for when both begin at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      clock.set(start)
      const { desk, appointmentId, quote, payByCard, stored } = await buildDeskBooking({ startsAt: later(hourMs) })
      clock.set(monday)
      const read = await quote()
      const [paid, moved] = await Promise.allSettled([
        payByCard(read),
        moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: earlier, evenOutsideHours: true }),
      ])
      expect([paid.status, moved.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect((await stored()).paidCents).toBe(paid.status === 'fulfilled' ? read.totalCents : 0)
    }
  })
})
