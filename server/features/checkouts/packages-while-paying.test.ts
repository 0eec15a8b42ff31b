import { beforeEach, describe, expect, it } from 'vitest'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { later } from '#server/testing/booking.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import {
  buildOffered,
  mailsTo,
  offeredPrice,
  payAtGateway,
  refundedAtGateway,
} from '#server/testing/offered-packages.ts'
import { buyPackage, openPurchase, packageDesk } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { checkoutsRoutes } from './checkouts.routes.ts'
import { applyPayment } from './usecases/apply-payment.ts'
import { readQuote } from './usecases/read-quote.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const price = offeredPrice
const address = '203.0.113.7'
const faults = () => verifyLedger(db)

beforeEach(() => clock.set(start))

describe('a package that is being paid', () => {
  it('keeps the terms that the patient saw, when the offer is changed and paused before a late approval', async () => {
    const { purchase, read, change } = await buildOffered(platform)
    const { id } = await openPurchase(platform, purchase)
    const { version } = await change({ priceCents: 2_000_000 })
    expect(version).toBeDefined()
    await expect(buyPackageAtOldPrice(purchase)).rejects.toMatchObject({ code: 'checkouts.price_changed' })
    await db.updateTable('package_offers').set({ is_active: false }).where('id', '=', purchase.offerId).execute()
    await expect(readQuote(platform, purchase)).rejects.toEqual(withCode('packages.offer_not_found'))
    clock.set(new Date(start.getTime() + 30 * hourMs))
    await applyPayment(platform, await payAtGateway(platform, id))
    expect(await read()).toMatchObject([{ sessions: 10, money: { priceCents: price, paidCents: price } }])
    expect(await faults()).toEqual([])
  })

  const buyPackageAtOldPrice = async (purchase: { offerId: string; patientId: string }) => {
    const { terms } = await readQuote(platform, purchase)
    const request = { ...purchase, method: 'wallet', totalCents: price, idempotencyKey: newId(), address } as const
    return startCheckout(platform, { ...request, ...(terms !== null && { terms }) })
  }

  it('is refused with terms that the patient has not read', async () => {
    const { purchase } = await buildOffered(platform)
    const request = { ...purchase, method: 'wallet', totalCents: price, idempotencyKey: newId(), address } as const
    await expect(startCheckout(platform, { ...request, terms: 'otra' })).rejects.toEqual(
      withCode('request.terms_changed'),
    )
  })

  it('is given back when its offer was deleted, the centre was closed or the account is gone', async () => {
    const deleted = await buildOffered(platform)
    const ofDeleted = await openPurchase(platform, deleted.purchase)
    await db.deleteFrom('package_offers').where('id', '=', deleted.offer.id).execute()
    await applyPayment(platform, await payAtGateway(platform, ofDeleted.id))
    expect(await refundedAtGateway(platform, ofDeleted.id)).toEqual([price])
    expect((await mailsTo(platform, deleted.patientId))[0]?.text).toContain('cuando ese bono ya no se vendía')

    const closed = await buildOffered(platform)
    const ofClosed = await openPurchase(platform, closed.purchase)
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', closed.centerId).execute()
    await applyPayment(platform, await payAtGateway(platform, ofClosed.id))
    expect(await refundedAtGateway(platform, ofClosed.id)).toEqual([price])
    await expect(openPurchase(platform, closed.purchase)).rejects.toEqual(withCode('packages.offer_not_found'))

    const { offer } = await buildOffered(platform)
    const person = await buildSignedIn(platform)
    const ofGone = await openPurchase(platform, { offerId: offer.id, patientId: person.userId })
    await deleteAccount(platform, { actor: person, currentPassword: null })
    await applyPayment(platform, await payAtGateway(platform, ofGone.id))
    expect(await refundedAtGateway(platform, ofGone.id)).toEqual([price])
    expect(await faults()).toEqual([])
  })

  it('and the deletion of its offer at the same time end as one of both', async () => {
    for (let round = 0; round < 4; round++) {
      const { purchase, desk, read, centerId } = await buildOffered(platform)
      const { id } = await openPurchase(platform, purchase)
      const payment = await payAtGateway(platform, id)
      await Promise.all([
        applyPayment(platform, payment),
        packageDesk(platform, desk.owner).removeOffer({ centerId, offerId: purchase.offerId }),
      ])
      const sold = await read().catch(() => [])
      expect(sold.length + (await refundedAtGateway(platform, id)).length).toBe(1)
    }
    expect(await faults()).toEqual([])
  })

  it('is given back when its service was discontinued or deleted, and one that was sold before stays', async () => {
    const discontinued = await buildOffered(platform)
    const sold = await buyPackage(platform, discontinued.purchase)
    clock.set(new Date(start.getTime() + hourMs))
    const late = await openPurchase(platform, discontinued.purchase)
    await db.updateTable('services').set({ is_active: false }).where('id', '=', discontinued.serviceId).execute()
    await applyPayment(platform, await payAtGateway(platform, late.id))
    expect(await refundedAtGateway(platform, late.id)).toEqual([price])
    await expect(readQuote(platform, discontinued.purchase)).rejects.toEqual(withCode('packages.offer_not_found'))
    expect(await discontinued.read()).toMatchObject([{ state: 'active', leftSessions: 10 }])
    expect(await refundedAtGateway(platform, sold.id)).toEqual([])

    const deleted = await buildOffered(platform)
    const { id } = await openPurchase(platform, deleted.purchase)
    await db.deleteFrom('services').where('id', '=', deleted.serviceId).execute()
    await applyPayment(platform, await payAtGateway(platform, id))
    expect(await refundedAtGateway(platform, id)).toEqual([price])
    expect((await mailsTo(platform, deleted.patientId))[0]?.text).toContain('cuando ese bono ya no se vendía')
    expect(await faults()).toEqual([])
  })

  it('is not sold to a patient whom the centre blocked, and is sold to one who blocked the centre', async () => {
    const { purchase, patientId, centerId, read } = await buildOffered(platform)
    const { id } = await startConversation(platform, { userId: patientId, recipientId: centerId })
    const set = (blocked: { center_blocked_at: Date | null } | { patient_blocked_at: Date }) =>
      db.updateTable('conversations').set(blocked).where('id', '=', id).execute()
    const open = await openPurchase(platform, purchase)
    await set({ center_blocked_at: start })
    await expect(readQuote(platform, purchase)).rejects.toEqual(withCode('packages.offer_not_found'))
    await applyPayment(platform, await payAtGateway(platform, open.id))
    expect(await refundedAtGateway(platform, open.id)).toEqual([price])
    await set({ center_blocked_at: null })
    // The patient may still book and buy there: the block keeps the centre from writing and from acting for them.
    await set({ patient_blocked_at: start })
    await buyPackage(platform, purchase)
    expect(await read()).toMatchObject([{ leftSessions: 10 }])
    expect(await faults()).toEqual([])
  })

  it('is not given back to the buyer who asks for it, before its approval and after', async () => {
    const { purchase, patientId, read } = await buildOffered(platform)
    const { id: checkoutId } = await openPurchase(platform, purchase)
    const own = clientOf(platform, checkoutsRoutes, patientId)
    const refused = withCode('checkouts.not_refundable')
    await expect(own.refund({ checkoutId })).rejects.toEqual(refused)
    const payment = await payAtGateway(platform, checkoutId)
    const [, refund] = await Promise.allSettled([applyPayment(platform, payment), own.refund({ checkoutId })])
    expect(refund).toMatchObject({ status: 'rejected', reason: { code: 'checkouts.not_refundable' } })
    await expect(own.refund({ checkoutId })).rejects.toEqual(refused)
    expect(await read()).toMatchObject([{ state: 'active' }])
    expect(await refundedAtGateway(platform, checkoutId)).toEqual([])
    expect(await faults()).toEqual([])
  })

  it('is sold once and given back once by the desk, while its approval arrives again', async () => {
    const { purchase, read, reception, centerId } = await buildOffered(platform)
    const { id } = await openPurchase(platform, purchase)
    const payment = await payAtGateway(platform, id)
    await applyPayment(platform, payment)
    const packageId = (await read())[0]?.id ?? ''
    const refund = () => reception.refund({ centerId, packageId, refundCents: price })
    const approve = () => applyPayment(platform, payment)
    await Promise.all([approve(), refund(), approve(), refund(), approve()])
    expect(await read()).toMatchObject([{ state: 'refunded', money: { refundedCents: price } }])
    expect(await refundedAtGateway(platform, id)).toEqual([price])
    await expectScreensAgree(platform, { centerId })
    expect(await faults()).toEqual([])
  })
})

describe('a bought package whose payer disputes the payment', () => {
  const paid = async () => {
    const offered = await buildOffered(platform)
    const { id } = await openPurchase(platform, offered.purchase)
    const payment = await payAtGateway(platform, id)
    await applyPayment(platform, payment)
    const dispute = async (step: 'charged_back' | 'lost' | 'won') => {
      await applyPayment(platform, { ...payment, dispute: step })
    }
    return { ...offered, id, dispute, packageId: (await offered.read())[0]?.id ?? '' }
  }

  it('books nothing and is not given back, until the dispute is won', async () => {
    const { dispute, read, reception, bookWith, packageId, centerId } = await paid()
    await dispute('charged_back')
    expect(await read()).toMatchObject([{ state: 'disputed', leftSessions: 0, money: { refundableCents: 0 } }])
    await expect(bookWith(packageId)).rejects.toEqual(withCode('packages.not_usable'))
    await expect(reception.refund({ centerId, packageId, refundCents: price })).rejects.toEqual(
      withCode('packages.nothing_to_refund'),
    )
    const [mail] = await mailsTo(platform, centerId)
    expect(mail?.text).toContain('Con el bono que se compró con él no se puede reservar.')
    await dispute('won')
    expect(await bookWith(packageId)).toMatchObject({ isByPackage: true })
    expect(await faults()).toEqual([])
  })

  it('keeps the sessions that were used, and the ledger names it once the dispute is lost', async () => {
    const { id, dispute, read, desk, bookWith, packageId, centerId } = await paid()
    const used = await bookWith(packageId)
    clock.set(later(2 * hourMs))
    await completeAppointment(platform, desk.at(used.id))
    await dispute('lost')
    expect(await read()).toMatchObject([{ state: 'disputed', usedSessions: 1, leftSessions: 0 }])
    expect(await refundedAtGateway(platform, id)).toEqual([])
    expect(await faults()).toMatchObject([{ id, fault: expect.stringMatching(/^was lost in a dispute/) }])
    await expectScreensAgree(platform, { centerId })
  })
})
