import { sql } from 'kysely'

import { newId } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type Own = { userId: string }

/**
 * Waits for whoever is confirming a booking for this person, and makes the next one wait: they see the account deleted
 * then. Lock the user before.
 */
export async function lockProfile(tx: Tx, o: Own): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', o.userId).forUpdate().executeTakeFirstOrThrow()
}

/** Administrators who leave do it one after the other, so that the last one is always seen. Does nothing for anybody else. */
export async function lockAdministrators(tx: Tx, o: Own): Promise<void> {
  await tx
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'admin')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_roles as own')
          .select('own.role')
          .where('own.user_id', '=', o.userId)
          .where('own.role', '=', 'admin'),
      ),
    )
    .orderBy('user_id')
    .forUpdate()
    .execute()
}

/** Whether the person is the only administrator whose account can be used. */
export async function isLastAdministrator(db: Db | Tx, o: Own & { now: Date }): Promise<boolean> {
  const administrators = await db
    .selectFrom('user_roles')
    .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
    .where('role', '=', 'admin')
    .where((eb) =>
      eb.or([
        eb('user_roles.user_id', '=', o.userId),
        eb('profiles.status', '=', 'active'),
        eb.and([eb('profiles.status', '=', 'suspended'), eb('profiles.suspended_until', '<=', o.now)]),
      ]),
    )
    .select('user_roles.user_id')
    .limit(2)
    .execute()
  return administrators.length === 1 && administrators[0]?.user_id === o.userId
}

/** Nothing is ever delivered there (RFC 2606). */
export function deletedAddress({ userId }: Own): string {
  return `${userId}@deleted.invalid`
}

/**
 * What is left of the account: an id, for the appointments, reviews and acceptances that name it.
 * @returns the address of the picture that it had.
 */
export async function emptyAccount(tx: Tx, o: Own & { now: Date }): Promise<string | null> {
  const { userId, now } = o
  await tx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await tx.deleteFrom('data_exports').where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({
      // Of its own: anybody can sign up with the one that the profile has, and would stand in the way.
      email: `${newId()}@deleted.invalid`,
      encrypted_password: null,
      new_email: null,
      email_confirmed_at: null,
      email_verified_at: null,
      confirmation_sent_at: null,
      recovery_sent_at: null,
      email_change_sent_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: '{}',
      raw_user_meta_data: '{}',
      registration_pending: false,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  const before = await tx.selectFrom('profiles').select('avatar_url').where('id', '=', userId).executeTakeFirst()
  await tx
    .updateTable('profiles')
    .set({
      full_name: 'Cuenta eliminada',
      email: deletedAddress(o),
      phone: null,
      address: null,
      emergency_contact: null,
      avatar_url: null,
      suspended_until: null,
      suspension_reason: null,
      status: 'deleted',
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  return before?.avatar_url ?? null
}

/** Whom a history names stays without name, age or relation; the others go. The column wants a day: the oldest that one can type. */
export async function emptyDependants(tx: Tx, o: Own & { named: readonly string[]; now: Date }): Promise<void> {
  await tx
    .deleteFrom('dependants')
    .where('guardian_id', '=', o.userId)
    .where(sql<boolean>`id <> all (${o.named}::uuid[])`)
    .execute()
  await tx
    .updateTable('dependants')
    .set((eb) => ({
      full_name: 'Persona a cargo',
      birth_date: '1900-01-01',
      relation: 'persona a cargo',
      removed_at: eb.fn.coalesce('removed_at', eb.val(o.now)),
    }))
    .where('guardian_id', '=', o.userId)
    .execute()
}
