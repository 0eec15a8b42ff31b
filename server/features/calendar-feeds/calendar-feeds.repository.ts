import { sql } from 'kysely'
import type { Appointment } from '#contract/appointments.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfMember = { userId: string; centerId: string }

function feedRows(db: Db | Tx) {
  return db
    .selectFrom('calendar_feeds')
    .leftJoin('professionals', 'professionals.id', 'calendar_feeds.professional_id')
    .select([
      'calendar_feeds.id',
      'calendar_feeds.professional_id as professionalId',
      'professionals.full_name as professionalName',
      'calendar_feeds.created_at as createdAt',
    ])
}

/** A member's feeds at a centre: the whole centre's first, then by the professional's name. */
export async function listFeeds(db: Db, { userId, centerId }: OfMember) {
  return feedRows(db)
    .where('calendar_feeds.user_id', '=', userId)
    .where('calendar_feeds.center_id', '=', centerId)
    .orderBy(alphabetical('professionals.full_name'), (order) => order.asc().nullsFirst())
    .orderBy('calendar_feeds.id')
    .execute()
}

/** A user's feeds at all centres, oldest first. */
export async function listFeedsOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('center_profiles', 'center_profiles.id', 'calendar_feeds.center_id')
    .leftJoin('professionals', 'professionals.id', 'calendar_feeds.professional_id')
    .where('calendar_feeds.user_id', '=', userId)
    .orderBy('calendar_feeds.created_at')
    .orderBy('calendar_feeds.id')
    .select([
      'center_profiles.center_name as centerName',
      'professionals.full_name as professionalName',
      'calendar_feeds.created_at as createdAt',
      'calendar_feeds.id',
    ])
    .execute()
}

export async function requireFeed(tx: Tx, { id }: { id: string }) {
  return feedRows(tx).where('calendar_feeds.id', '=', id).executeTakeFirstOrThrow()
}

export async function findCenterOfFeed(
  tx: Tx,
  { centerId }: { centerId: string },
): Promise<{ centerName: string; isApproved: boolean }> {
  return tx
    .selectFrom('center_profiles')
    .select('center_name as centerName')
    .select((eb) => eb('approved_at', 'is not', null).$castTo<boolean>().as('isApproved'))
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()
}

/** Inserts a feed, or replaces the address of the member's feed of the same calendar, which stops working. */
export async function replaceFeed(
  tx: Tx,
  {
    id,
    tokenHash,
    now,
    userId,
    centerId,
    professionalId,
  }: OfMember & { id: string; professionalId: string | null; tokenHash: string; now: Date },
): Promise<void> {
  const address = { id, token_hash: tokenHash, created_at: now }
  await tx
    .insertInto('calendar_feeds')
    .values({ ...address, user_id: userId, center_id: centerId, professional_id: professionalId })
    .onConflict((conflict) => conflict.columns(['user_id', 'center_id', 'professional_id']).doUpdateSet(address))
    .execute()
}

/** @returns false when the member has no such feed */
export async function deleteFeed(
  db: Db | Tx,
  { userId, centerId, feedId }: OfMember & { feedId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('calendar_feeds')
    .where('id', '=', feedId)
    .where('user_id', '=', userId)
    .where('center_id', '=', centerId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The feed of an address, with its member's account. A feed without a membership is not found. */
export async function findFeed(db: Db, { tokenHash }: { tokenHash: string }) {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('center_members', (join) =>
      join
        .onRef('center_members.user_id', '=', 'calendar_feeds.user_id')
        .onRef('center_members.center_id', '=', 'calendar_feeds.center_id'),
    )
    .innerJoin('profiles', 'profiles.id', 'calendar_feeds.user_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'calendar_feeds.center_id')
    .leftJoin('professionals', 'professionals.id', 'calendar_feeds.professional_id')
    .where('calendar_feeds.token_hash', '=', tokenHash)
    .select([
      'calendar_feeds.center_id as centerId',
      'calendar_feeds.professional_id as professionalId',
      'professionals.full_name as professionalName',
      'center_profiles.center_name as centerName',
      'center_profiles.address as centerAddress',
      'center_profiles.neighborhood as centerNeighborhood',
      'center_profiles.department as centerDepartment',
      'calendar_feeds.user_id as userId',
      'profiles.status',
      'profiles.suspended_until',
      'profiles.suspension_reason',
    ])
    .executeTakeFirst()
}

export type FeedEvent = {
  id: string
  startsAt: Date
  endsAt: Date
  updatedAt: Date
  status: 'pending' | 'confirmed' | 'completed'
  place: Appointment['place']
  homeAddress: string | null
  professionalId: string
  professionalName: string
  /** The name of the attendee. */
  personName: string
}

/** The appointments that start between two instants, without held, cancelled and missed ones. */
export async function listEvents(
  db: Db,
  {
    centerId,
    from,
    until,
    professionalId,
  }: { centerId: string; professionalId: string | null; from: Date; until: Date },
): Promise<FeedEvent[]> {
  const { rows } = await sql<FeedEvent>`
    select appointments.id, appointments.starts_at as "startsAt", appointments.ends_at as "endsAt",
      appointments.updated_at as "updatedAt", appointments.status, appointments.place,
      appointments.home_address as "homeAddress", appointments.professional_id as "professionalId",
      professionals.full_name as "professionalName",
      coalesce(dependants.full_name, guests.full_name, profiles.full_name, '') as "personName"
    from appointments
    join professionals on professionals.id = appointments.professional_id
    left join profiles on profiles.id = appointments.patient_id
    left join dependants on dependants.id = appointments.dependant_id
    left join guests on guests.id = appointments.guest_id
    where appointments.center_id = ${centerId}
      and appointments.starts_at >= ${from} and appointments.starts_at < ${until}
      and appointments.status in ('pending', 'confirmed', 'completed')
      and (${professionalId}::uuid is null or appointments.professional_id = ${professionalId}::uuid)
    order by appointments.starts_at, appointments.id`.execute(db)
  return rows
}
