import { sql } from 'kysely'
import type { PersonRef } from '#contract/agenda.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Facts } from '../contacts.types.ts'

/** Keeps the account from being deleted until the transaction ends. */
export async function lockAccountOf(tx: Tx, { person }: { person: PersonRef }): Promise<void> {
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', (query) =>
      person.kind === 'dependant'
        ? query.selectFrom('dependants').select('guardian_id').where('id', '=', person.id)
        : query.val(person.id),
    )
    .forShare()
    .execute()
}

type NewFacts = {
  centerId: string
  patientId: string
  dependantId: string | null
  facts: Facts & { note: string }
  now: Date
}

export async function storeFacts(tx: Tx, { centerId, patientId, dependantId, facts, now }: NewFacts): Promise<void> {
  const { note, cedula, birthDate, cover, tags } = facts
  const values = { note, cedula, birth_date: birthDate, cover, tags, updated_at: now }
  await tx
    .insertInto('contact_facts')
    .values({ center_id: centerId, patient_id: patientId, dependant_id: dependantId, ...values })
    .onConflict((conflict) => conflict.columns(['center_id', 'person_id']).doUpdateSet(values))
    .execute()
}

/** Whom the centre has recorded with this cédula, other than this person. */
export async function findOtherWithCedula(
  tx: Tx,
  { centerId, cedula, personId }: { centerId: string; cedula: string; personId: string },
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from guests
    where center_id = ${centerId} and cedula = ${cedula} and id <> ${personId} and merged_into is null
    union all
    select coalesce(dependants.full_name, profiles.full_name) from contact_facts as facts
      join profiles on profiles.id = facts.patient_id left join dependants on dependants.id = facts.dependant_id
    where facts.center_id = ${centerId} and facts.cedula = ${cedula} and facts.person_id <> ${personId}
    limit 1`.execute(tx)
  return rows[0]
}

export async function deleteFactsOfPatient(tx: Tx, { patientId }: { patientId: string }): Promise<void> {
  await tx.deleteFrom('contact_facts').where('patient_id', '=', patientId).execute()
}

export async function deleteFactsOfCenter(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await tx.deleteFrom('contact_facts').where('center_id', '=', centerId).execute()
}

/** What centres keep of an account's owner and dependants. */
export async function listFactsOfPatient(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('contact_facts')
    .innerJoin('center_profiles', 'center_profiles.id', 'contact_facts.center_id')
    .leftJoin('dependants', 'dependants.id', 'contact_facts.dependant_id')
    .where('contact_facts.patient_id', '=', patientId)
    .orderBy('contact_facts.updated_at')
    .select([
      'center_profiles.center_name as centerName',
      'dependants.full_name as attendeeName',
      'contact_facts.cedula',
      'contact_facts.birth_date as birthDate',
      'contact_facts.cover',
      'contact_facts.tags',
      'contact_facts.note',
      'contact_facts.updated_at as updatedAt',
    ])
    .execute()
}
