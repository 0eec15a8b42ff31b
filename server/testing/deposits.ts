import { sql } from 'kysely'
import type { DepositAudience } from '#contract/deposits.ts'
import { readQuote } from '#server/features/checkouts/usecases/read-quote.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Outcome } from '#server/simulado/cards.ts'
import { cardToken } from './cards.ts'

type Rule = { depositFor?: DepositAudience } & ({ cents: number } | { percent: number })

/** The service asks a deposit, by default of every patient. */
export async function askDeposit({ db }: Platform, { serviceId, ...rule }: Rule & { serviceId: string }) {
  await db
    .updateTable('services')
    .set({
      deposit_for: rule.depositFor ?? 'everyone',
      deposit_amount: 'cents' in rule ? rule.cents : null,
      deposit_percent: 'percent' in rule ? rule.percent : null,
    })
    .where('id', '=', serviceId)
    .execute()
}

type Held = {
  centerId: string
  professionalId: string
  serviceId: string
  patientId: string
  startsAt: Date
  depositCents: number
}

/** A time of an hour that a patient has confirmed and whose deposit is not paid yet; it may lie in the past. */
export async function buildHeldTime({ db, clock }: Platform, held: Held): Promise<{ appointmentId: string }> {
  const appointmentId = newId()
  const now = clock.now()
  const endsAt = new Date(held.startsAt.getTime() + hourMs)
  await sql`insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price, deposit_for,
      deposit_amount, holder_key, hold_expires_at, created_at, updated_at)
    select ${appointmentId}, ${held.centerId}, ${held.professionalId}, id, ${held.patientId}, 'held',
      tstzrange(${held.startsAt}, ${endsAt}), price, 'everyone', ${held.depositCents}, ${`user:${held.patientId}`},
      ${new Date(now.getTime() + 30 * minuteMs)}, ${now}, ${now}
    from services where id = ${held.serviceId}`.execute(db)
  return { appointmentId }
}

type Paying = { patientId: string; appointmentId: string }

/** Pays what the appointment costs now with a test card. */
export async function payByCard(platform: Platform, paying: Paying, outcome: Outcome = 'approved') {
  const { totalCents, terms, discount } = await readQuote(platform, paying)
  const token = await cardToken(platform, outcome)
  const request = { ...paying, method: 'card', token, totalCents, ...(terms !== null && { terms }), discount } as const
  return (await startCheckout(platform, { ...request, idempotencyKey: newId(), address: '203.0.113.7' })).checkout
}
