import { sql } from 'kysely'

import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { editable, otherColumns } from './editable-columns.ts'

/** All columns about the centre, for its owner's data export. */
export async function findWholeCenter(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('center_profiles')
    .where('id', '=', centerId)
    .select(editable.selection)
    .select([
      ...otherColumns,
      'id',
      'full_name as ownerName',
      'services',
      'is_public as isPublic',
      'help_requested_at as helpRequestedAt',
      'commission_rate as firstCommissionPercent',
      'rating',
      'total_reviews as totalReviews',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .executeTakeFirst()
}

export async function listMemberships(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('center_members')
    .innerJoin('center_profiles', 'center_profiles.id', 'center_members.center_id')
    .where('center_members.user_id', '=', userId)
    .orderBy('center_members.created_at')
    .select([
      'center_profiles.center_name as centerName',
      'center_members.member_role as role',
      'center_members.created_at as createdAt',
    ])
    .execute()
}

export async function deleteMemberships(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx
    .deleteFrom('center_members')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('center_id', '=', userId)]))
    .execute()
}

/**
 * Closes the centre of a deleted account: hides it and deletes its contact data, presentation and terms. The name is kept
 * when appointments show it, otherwise `rename` replaces it. The caller has locked the centre.
 */
export async function closeCenter(
  tx: Tx,
  { email, now, rename, centerId }: { centerId: string; email: string; rename: string | undefined; now: Date },
): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({
      ...editable.blanks,
      is_public: false,
      verified: false,
      compliance_status: 'non_compliant',
      full_name: '',
      email,
      latitude: null,
      longitude: null,
      is_pin_exact: false,
      logo_url: null,
      cover_url: null,
      updated_at: now,
    })
    .set(rename === undefined ? {} : { center_name: rename, specialties: [], services: [] })
    .where('id', '=', centerId)
    .execute()
}

/**
 * The address of the account that owns the centre, whose contact address may be another one, with the centre's name and
 * whether staff approved it. Undefined after the account was deleted.
 */
export async function findOwner(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('center_profiles')
    .innerJoin('users', 'users.id', 'center_profiles.id')
    .innerJoin('profiles', 'profiles.id', 'center_profiles.id')
    .where('center_profiles.id', '=', centerId)
    .where('profiles.status', '<>', sql.lit('deleted'))
    .select(['users.email', 'center_name as centerName'])
    .select((eb) => eb('approved_at', 'is not', null).$castTo<boolean>().as('isApproved'))
    .executeTakeFirst()
}

export async function ownsCenter(db: Db | Tx, { ownerId }: { ownerId: string }): Promise<boolean> {
  const row = await db.selectFrom('center_profiles').select('id').where('id', '=', ownerId).executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a centre that is not approved, also not before its owner was suspended, after waiting for transactions that are inserting a row that refers to it.
 * @returns false when the centre is approved or does not exist
 */
export async function lockUnapprovedCenter(tx: Tx, { centerId }: { centerId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('center_profiles')
    .select('id')
    .where('id', '=', centerId)
    .where('approved_at', 'is', null)
    .where('withheld_approval_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the centre only if it is not approved and has no professional and no guest, so that no appointment refers to it. */
export async function deletePendingCenter(tx: Tx, { ownerId }: { ownerId: string }): Promise<void> {
  await tx
    .deleteFrom('center_profiles')
    .where('id', '=', ownerId)
    .where('approved_at', 'is', null)
    .where('withheld_approval_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('professionals')
            .select('professionals.id')
            .whereRef('professionals.center_id', '=', 'center_profiles.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('guests').select('guests.id').whereRef('guests.center_id', '=', 'center_profiles.id'))),
    )
    .execute()
}

/** The owner's checklist of the first steps, whether or not visitors see the centre. */
export async function findOnboarding(db: Db, { ownerId }: { ownerId: string }) {
  return db
    .selectFrom('center_profiles')
    .where('center_profiles.id', '=', ownerId)
    .select(['center_profiles.id as centerId', 'center_name as centerName', 'help_requested_at as helpRequestedAt'])
    .select((eb) => [
      eb
        .and([eb('description', '!=', ''), eb('address', '!=', ''), eb(eb.fn.coalesce('phone', sql`''`), '!=', '')])
        .$castTo<boolean>()
        .as('hasProfile'),
      eb
        .exists(
          eb
            .selectFrom('weekly_hours')
            .innerJoin('professionals', 'professionals.id', 'weekly_hours.professional_id')
            .whereRef('professionals.center_id', '=', 'center_profiles.id')
            .where('professionals.is_active', '=', sql.lit(true))
            .select('weekly_hours.id'),
        )
        .$castTo<boolean>()
        .as('hasAvailability'),
      eb
        .exists(
          eb
            .selectFrom('services')
            .whereRef('services.center_id', '=', 'center_profiles.id')
            .where('services.is_active', '=', sql.lit(true))
            .select('services.id'),
        )
        .$castTo<boolean>()
        .as('hasServices'),
    ])
    .executeTakeFirst()
}

export async function setHelpRequested(tx: Tx, { now, centerId }: { centerId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({ help_requested_at: now })
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()
}
