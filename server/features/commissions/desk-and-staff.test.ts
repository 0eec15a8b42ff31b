import { expect, test } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { collectPayment, undoCollection } from '#server/features/appointments/usecases/collect-payment.ts'
import {
  completeAppointment,
  markNoShow,
  reopenAppointment,
} from '#server/features/appointments/usecases/mark-appointment.ts'
import { objectToRecord } from '#server/features/appointments/usecases/object-to-record.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { applyPayment } from '#server/features/checkouts/usecases/apply-payment.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { openWallet } from '#server/testing/payments.ts'
import { testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()

/** Numbers from 0 to below 1, the same in each run. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

async function buildActs(random: () => number, startsIn: number) {
  const desk = await buildDesk(platform)
  await db.updateTable('center_profiles').set({ late_refund_percent: 0 }).where('id', '=', desk.centerId).execute()
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(start.getTime() + startsIn)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  const at = desk.at(appointmentId)
  const caller = { userId: patientId, visitorKey: undefined }
  const kinds = ['no_show', 'refund', 'undone_payment'] as const
  const [ofNoShow, ...others] = await Promise.all(
    kinds.map((kind) => staffOfObjection(platform, { kind, appointmentId, reason: 'La llamada.' })),
  )
  const allStaff = [ofNoShow, ...others]
  const staff = () => allStaff[Math.floor(random() * allStaff.length)]
  const last = async () => (await ofNoShow?.lastAction().catch(() => undefined))?.id ?? null
  const refund = async () => {
    const paid = await db.selectFrom('payments').selectAll().where('appointment_id', '=', appointmentId).execute()
    const payment = paid.at(Math.floor(random() * paid.length))
    const refundedCents = payment?.refund_amount ?? 0
    const amountCents = random() < 0.5 ? 10_000 : (payment?.amount ?? 0) - refundedCents
    return refundPayment(platform, {
      ...at,
      paymentId: payment?.id ?? 0,
      amountCents,
      refundedCents,
      reason: 'Cortesía',
    })
  }
  const pages: { id: string; totalCents: number }[] = []
  const openPage = async () => void pages.push(await openWallet(platform, { appointmentId, patientId }))
  /** Perhaps long after the page was opened. */
  const payOnPage = async () => {
    const page = pages.pop()
    if (!page) throw new Error('No page is open.')
    const state = {
      declineReason: null,
      refundedCents: 0,
      feeCents: 0,
      pageId: null,
      dispute: null,
      status: 'approved' as const,
    }
    const paid = { id: newId(), reference: page.id, card: null, ...state }
    return applyPayment(platform, { ...paid, amountCents: page.totalCents })
  }
  return {
    openPage,
    payOnPage,
    collect: () => collectPayment(platform, { ...at, amountCents: random() < 0.5 ? 50_000 : 100, method: 'efectivo' }),
    collectAll: () => collectPayment(platform, { ...at, amountCents: 150_000, method: 'debito' }),
    undoCollection: () => undoCollection(platform, at),
    refund,
    complete: () => completeAppointment(platform, at),
    noShow: () => markNoShow(platform, at),
    reopen: () => reopenAppointment(platform, at),
    cancel: () => cancelAppointment(platform, { caller, appointmentId }),
    object: () => objectToRecord(platform, { caller, appointmentId, comment: '' }),
    sayNotRefunded: () => objectToRecord(platform, { caller, appointmentId, comment: '', kind: 'refund' }),
    sayPaid: () => objectToRecord(platform, { caller, appointmentId, comment: '', kind: 'undone_payment' }),
    annul: async () => requireDone(await staff()?.decide('delete', await last())),
    keep: async () => requireDone(await staff()?.decide('approve', await last())),
    undoOfStaff: async () => {
      const actor = ofNoShow?.actor
      const actionId = await last()
      if (!actor || !actionId) throw new Error('Staff did nothing yet.')
      await undoAction(platform, { actor, actionId, reason: 'Otra vez' })
    },
  }
}

function requireDone(refusal: string | undefined): void {
  if (refusal !== undefined) throw new Error(refusal)
}

/** Refusals are expected; what the database refuses by itself is a fault. */
async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof Error && 'constraint' in error) throw error
    return false
  }
}

test.each([11, 23, 47, 83])(
  'after each act of a desk, its patient and staff, the ledger agrees (seed %d)',
  async (seed) => {
    clock.set(start)
    const random = numbersOf(seed)
    const done: string[] = []
    // A visit that has begun, and one that can be cancelled late.
    for (const startsIn of [-hourMs / 2, dayMs / 4]) {
      const acts = Object.entries(await buildActs(random, startsIn))
      for (let count = 0; count < 60; count += 1) {
        const [name, act] = acts[Math.floor(random() * acts.length)] ?? acts[0] ?? []
        clock.advance(random() < 0.3 ? 3 * minuteMs : 1000)
        if (!name || !act || !(await attempt(act))) continue
        done.push(name)
        expect(await verifyLedger(db), done.join(', ')).toEqual([])
      }
    }
    expect(done.length).toBeGreaterThan(10)
  },
)
