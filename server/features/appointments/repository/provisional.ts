import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type Listed = { id: string; patientId: string }

/** Provisional appointments whose time is freed before `dueBefore`, and whose patient was not warned yet, the most urgent first. */
export async function listToWarn(db: Db, { dueBefore }: { dueBefore: Date }): Promise<Listed[]> {
  return listDue(db, sql`proof_due_at <= ${dueBefore} and proof_warned_at is null`)
}

/** Provisional appointments whose time has run out after a warning, the oldest first. */
export async function listToRelease(db: Db, { now }: { now: Date }): Promise<Listed[]> {
  return listDue(db, sql`proof_due_at <= ${now} and proof_warned_at is not null`)
}

async function listDue(db: Db, condition: ReturnType<typeof sql>): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select id, patient_id as "patientId" from appointments
    where proof_due_at is not null and status in ('pending', 'confirmed') and ${condition}
      and provisional_until(appointments) is not null
      -- Only a payment that began in time: a page of a wallet that is never paid would prolong the term for ever.
      and not exists (select from checkouts where appointment_id = appointments.id and checkouts.status in ('created', 'pending')
        and checkouts.created_at < proof_due_at)
    order by proof_due_at limit 500`.execute(db)
  return rows
}

type Proof = { appointmentId: string }

export async function findProof(
  tx: Tx,
  { appointmentId }: Proof,
): Promise<{ warnedAt: Date | null; mailId: string | null; isMailLate: boolean }> {
  const { rows } = await sql<{ warnedAt: Date | null; mailId: string | null; isMailLate: boolean }>`
    select proof_warned_at as "warnedAt", proof_mail_id as "mailId", exists (
      -- Neither sent nor refused by its recipient's server: it waits, or was dropped while it waited.
      select from outbound_mails mail where mail.id = proof_mail_id and sent_at is null
        and (dropped_at is not null or last_error is null or sealed_body is not null)) as "isMailLate"
    from appointments where id = ${appointmentId}`.execute(tx)
  if (!rows[0]) throw new Error('There is no such appointment.')
  return rows[0]
}

/** The warning, or with `warnedAt: null` that it has to be given again. */
export async function setProof(
  tx: Tx,
  {
    appointmentId,
    dueAt,
    warnedAt,
    mailId = null,
  }: Proof & { dueAt: Date; warnedAt: Date | null; mailId?: string | null },
): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ proof_due_at: dueAt, proof_warned_at: warnedAt, proof_mail_id: mailId })
    .where('id', '=', appointmentId)
    .execute()
}

/**
 * What the centre moved has a fresh term. What the patient moves keeps its own, also through a time that is too near to be
 * freed, so that moves prolong none.
 */
export function freshProof({ movedBy, proofDueAt }: { movedBy: 'patient' | 'center'; proofDueAt: Date }) {
  if (movedBy === 'patient') return {}
  return {
    proof_due_at: sql<Date | null>`case when proof_due_at is not null then ${proofDueAt}::timestamptz end`,
    proof_warned_at: null,
    proof_mail_id: null,
  }
}
