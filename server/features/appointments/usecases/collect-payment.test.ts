import { describe, expect, it } from 'vitest'
import type { DeskMethod } from '#contract/payment-methods.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { bookOnline, buildDesk, type Desk, type OnlineStatus } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { appointmentVersion } from '../rules/agenda.ts'
import { requireAtDesk } from './change-at-desk.ts'
import { collectPayment, undoCollection } from './collect-payment.ts'

const platform = await testPlatform()
const start = platform.clock.now()
const inHours = (hours: number) => new Date(start.getTime() + hours * hourMs)

/** `hours`: from now. */
const book = (desk: Desk, { hours, ...rest }: { hours: number; status?: OnlineStatus }) =>
  bookOnline(platform, { desk, startsAt: inHours(hours), ...rest })

describe('«Cobrado en el centro»', () => {
  it('is recorded once, however many receptionists collect simultaneously, and can be undone', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.5 })
    const collect = () => collectPayment(platform, { ...desk.at(id), amountCents: 150_000, method: 'efectivo' })
    const outcomes = await Promise.allSettled([collect(), collect(), collect()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toEqual(
      withCode('agenda.already_collected'),
    )
    expect((await undoCollection(platform, desk.at(id))).row.paidCents).toBe(0)
    expect((await undoCollection(platform, desk.at(id))).row.paidCents).toBe(0)
    expect((await collect()).row).toMatchObject({ paidCents: 150_000, payments: [{ method: 'efectivo' }] })
  })

  it('is one payment when the same member repeats the request after its response was lost, and never for a colleague', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.5 })
    const { row } = await requireAtDesk(platform.db, desk.at(id))
    const version = appointmentVersion(row)
    const collect = (change: Partial<Parameters<typeof collectPayment>[1]> = {}) =>
      collectPayment(platform, { ...desk.at(id), version, amountCents: 100_000, method: 'efectivo', ...change })
    await collect()
    const repeated = await collect()
    expect(repeated.row).toMatchObject({ paidCents: 100_000, payments: [{ amountCents: 100_000 }] })
    const changed = withCode('request.changed_meanwhile')
    await expect(collect({ userId: desk.owner })).rejects.toEqual(changed)
    await expect(collect({ amountCents: 50_000 })).rejects.toEqual(changed)
    await expect(collect({ method: 'debito' })).rejects.toEqual(changed)

    const rest = { version: appointmentVersion(repeated.row), amountCents: 50_000 }
    await collect(rest)
    expect((await collect(rest)).row).toMatchObject({ paidCents: 150_000, payments: [{}, {}] })
    await expect(collect({ ...rest, userId: desk.owner })).rejects.toEqual(withCode('agenda.already_collected'))
    await undoCollection(platform, desk.at(id))
    expect((await collect(rest)).row.paidCents).toBe(150_000)
  })

  it('is possible in parts and by several methods until the price is paid, and never exceeds it', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.5 })
    const collect = (amountCents: number, method: DeskMethod) =>
      collectPayment(platform, { ...desk.at(id), amountCents, method })
    await collect(100_000, 'efectivo')
    await expect(collect(50_001, 'debito')).rejects.toEqual(
      expect.objectContaining({ code: 'agenda.more_than_due', data: { dueCents: 50_000 } }),
    )
    expect((await collect(50_000, 'debito')).row).toMatchObject({ paidCents: 150_000 })
    await expect(collect(1, 'debito')).rejects.toEqual(withCode('agenda.already_collected'))
    const undone = (await undoCollection(platform, desk.at(id))).row
    expect(undone).toMatchObject({ paidCents: 100_000, payments: [{ method: 'efectivo', amountCents: 100_000 }] })
    // The database's constraint holds even where code skips the rule.
    const { centerId } = desk
    const insert = (amount: number) =>
      platform.db
        .insertInto('payments')
        .values({ appointment_id: id, center_id: centerId, amount, method: 'debito', collected_at: start })
        .execute()
    await expect(insert(50_001)).rejects.toMatchObject({ constraint: 'payments_within_price' })
    await Promise.allSettled([insert(30_000), insert(30_000), insert(30_000)])
    expect((await collect(20_000, 'transferencia')).row.paidCents).toBe(150_000)
  })

  it('stays readable after it was undone, with the member who undid it; after a week only the owner can undo it', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.5 })
    const collect = () => collectPayment(platform, { ...desk.at(id), amountCents: 150_000, method: 'efectivo' })
    const payments = () =>
      platform.db
        .selectFrom('payments')
        .select(['undone_at', 'undone_by'])
        .where('appointment_id', '=', id)
        .orderBy('id')
        .execute()
    await collect()
    await undoCollection(platform, desk.at(id))
    expect(await payments()).toEqual([{ undone_at: start, undone_by: desk.reception }])
    await collect()
    platform.clock.set(inHours(7 * 24))
    await expect(undoCollection(platform, desk.at(id))).rejects.toEqual(withCode('appointments.not_changeable'))
    expect((await undoCollection(platform, desk.ask(desk.owner, id))).row.paidCents).toBe(0)
    expect(await payments()).toEqual([
      { undone_at: start, undone_by: desk.reception },
      { undone_at: inHours(7 * 24), undone_by: desk.owner },
    ])
    platform.clock.set(start)
  })

  it.each(['pending', 'no_show'] as const)('is refused for an appointment that is %s', async (status) => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: 1, status })
    await expect(collectPayment(platform, { ...desk.at(id), amountCents: 1, method: 'debito' })).rejects.toEqual(
      withCode('appointments.not_changeable'),
    )
  })
})
