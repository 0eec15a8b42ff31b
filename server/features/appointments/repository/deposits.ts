import { sql } from 'kysely'
import type { DepositAudience, DepositRule } from '#contract/deposits.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** What a service asks in advance, and whether its centre has an account that receives payments. */
export type DepositOffer = DepositRule & { hasPaymentAccount: boolean }

/** What a held time asks in advance, in cents. */
export type AgreedDeposit = { depositFor: DepositAudience; depositCents: number }

export const offeredDeposit = [
  'services.deposit_for as depositFor',
  'services.deposit_amount as depositCents',
  'services.deposit_percent as depositPercent',
  'center_profiles.has_payment_account as hasPaymentAccount',
] as const

type Newcomer = { centerId: string; patientId: string }

/** Whether an account, with its dependants, has completed no visit at the centre, or missed one there. */
export async function isNewcomer(db: Db | Tx, { centerId, patientId }: Newcomer): Promise<boolean> {
  const [row] = await newcomer(db, { centerId, patientId })
  return row?.isNewcomer ?? true
}

const newcomer = builtOnce(
  (_, { centerId, patientId }: Newcomer) => sql<{ isNewcomer: boolean }>`
    select count(*) filter (where status = 'completed') = 0 or count(*) filter (where status = 'no_show') > 0 as "isNewcomer"
    from appointments where center_id = ${centerId} and patient_id = ${patientId}`,
)

type Change = { appointmentId: string; now: Date }
type Awaiting = Change & {
  patientId: string
  dependantId: string | null
  homeAddress: string | null
  consentVersion: string | null
  expiresAt: Date
}

/**
 * The held time is kept for the patient until its deposit is paid, by their account instead of their browser's cookie. The
 * caller has locked the account's holder.
 */
export async function setAwaitingDeposit(tx: Tx, input: Awaiting): Promise<void> {
  const { appointmentId, patientId, now } = input
  const holder = `user:${patientId}`
  await sql`with ended as (
    delete from appointments where status = 'held' and holder_key = ${holder} and id <> ${appointmentId} returning id)
    insert into ended_holds (appointment_id, holder_key, reason, ended_at)
    select id, ${holder}, 'replaced', ${now} from ended on conflict do nothing`.execute(tx)
  await tx
    .updateTable('appointments')
    .set({
      patient_id: patientId,
      dependant_id: input.dependantId,
      home_address: input.homeAddress,
      held_consent_version: input.consentVersion,
      holder_key: holder,
      hold_expires_at: input.expiresAt,
      updated_at: now,
    })
    .where('id', '=', appointmentId)
    .execute()
}

/** None is asked, also of a patient for whom the time was held until they paid it: the booking that follows says for whom it is. */
export async function clearDeposit(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({
      deposit_for: null,
      deposit_amount: null,
      patient_id: null,
      dependant_id: null,
      home_address: null,
      held_consent_version: null,
      updated_at: now,
    })
    .where('id', '=', appointmentId)
    .where('status', '=', sql.lit('held'))
    .execute()
}

/** What is asked after the discount that the patient used. The caller has locked the held time. */
export async function setDeposit(tx: Tx, { appointmentId, cents, now }: Change & { cents: number }): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ deposit_amount: cents, updated_at: now })
    .where('id', '=', appointmentId)
    .where('status', '=', sql.lit('held'))
    .execute()
}

/** When the time was first held, and the consent that the patient gave before the deposit was paid. */
export async function findHeldFacts(
  tx: Tx,
  { appointmentId }: { appointmentId: string },
): Promise<{ heldAt: Date; consentVersion: string | null }> {
  return tx
    .selectFrom('appointments')
    .where('id', '=', appointmentId)
    .select(['created_at as heldAt', 'held_consent_version as consentVersion'])
    .executeTakeFirstOrThrow()
}

/** `isCovered`: a discount has left no deposit. */
type Booked = Change & { status: 'pending' | 'confirmed'; isCovered: boolean; proofDueAt: Date | null }

/** The deposit was paid, or a discount left none. A payment proves the account, so no bound of unproven ones counts it. */
export async function setBookedWithDeposit(
  tx: Tx,
  { appointmentId, status, isCovered, proofDueAt, now }: Booked,
): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({
      status,
      holder_key: null,
      holder_address: null,
      hold_expires_at: null,
      held_consent_version: null,
      ...(isCovered && { deposit_for: null, deposit_amount: null }),
      proof_due_at: proofDueAt,
      booked_at: now,
      requested_at: now,
      confirmed_at: status === 'confirmed' ? now : null,
      updated_at: now,
    })
    .where('id', '=', appointmentId)
    .execute()
}

/** Frees the times whose deposits were not paid: unlike other holds, they would occupy their patients. */
export async function deleteUnpaidHolds(db: Db, { now }: { now: Date }): Promise<void> {
  await sql`with ended as (
    delete from appointments where id in (
      select id from appointments where status = 'held' and patient_id is not null and hold_expires_at <= ${now}
      order by id for update skip locked)
    returning id, holder_key)
    insert into ended_holds (appointment_id, holder_key, reason, ended_at)
    select id, holder_key, 'expired', ${now} from ended on conflict do nothing`.execute(db)
}

/** Whether a payment that the patient began may still arrive. */
export async function hasOpenCheckout(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('checkouts')
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', [sql.lit('created'), sql.lit('pending')])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
