import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

// The account's part of a data export: never a hash, a sealed value or any other credential.

export async function findWholeAccount(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .where('users.id', '=', userId)
    .where('profiles.status', '!=', sql.lit('deleted'))
    .select([
      'users.id',
      'users.email',
      'users.email_verified_at as emailVerifiedAt',
      'users.new_email as newEmail',
      'users.email_moved_at as emailMovedAt',
      'profiles.user_type as userType',
    ])
    .select((eb) => [
      eb
        .selectFrom('user_roles')
        .select((inner) => inner.fn.agg<string[]>('array_agg', ['role']).as('roles'))
        .whereRef('user_roles.user_id', '=', 'users.id')
        .as('roles'),
      eb('users.encrypted_password', 'is not', null).as('hasPassword'),
    ])
    .select([
      'users.registration_pending as registrationPending',
      'profiles.full_name as fullName',
      'profiles.phone',
      'profiles.address',
      'profiles.emergency_contact as emergencyContact',
      'profiles.avatar_url as avatarUrl',
      'profiles.status',
      'profiles.suspended_until as suspendedUntil',
      'profiles.suspension_reason as suspensionReason',
      'users.raw_user_meta_data as signUpData',
      'users.created_at as createdAt',
      'profiles.updated_at as updatedAt',
      'users.last_sign_in_at as lastSignInAt',
      'users.confirmation_sent_at as confirmationSentAt',
      'users.recovery_sent_at as recoverySentAt',
      'users.email_change_sent_at as emailChangeSentAt',
    ])
    .executeTakeFirst()
}

export async function listIdentities(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('identities')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['provider', 'provider_id as providerId', 'email', 'identity_data as providerData'])
    .select(['last_sign_in_at as lastSignInAt', 'created_at as createdAt'])
    .execute()
}

export async function listSecondFactors(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('mfa_factors')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['factor_type as type', 'friendly_name as name', 'status'])
    .select(['created_at as createdAt', 'last_challenged_at as lastChallengedAt'])
    .execute()
}

export async function listAllSessions(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['user_agent as program', 'ip as address', 'amr', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(['refreshed_at as refreshedAt', 'not_after as endsAt'])
    .execute()
}

/** Mailed links and codes that are still stored, without their sign-up data: a stranger may have typed that. */
export async function listOpenLinks(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['kind', 'email as sentTo', 'created_at as createdAt', 'expires_at as expiresAt'])
    .execute()
}

export async function listAcceptances(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('terms_acceptances')
    .where('user_id', '=', userId)
    .orderBy('accepted_at')
    .orderBy('document')
    .select(['document', 'version', 'accepted_at as acceptedAt'])
    .execute()
}

export async function listAllDependants(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('dependants')
    .where('guardian_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'full_name as fullName', 'birth_date as birthDate', 'relation'])
    .select(['created_at as createdAt', 'removed_at as removedAt'])
    .execute()
}

export async function listAllExports(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('data_exports')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['status', 'created_at as createdAt', 'ready_at as readyAt', 'expires_at as expiresAt'])
    .execute()
}
