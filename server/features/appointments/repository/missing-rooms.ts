import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** A room is missing at once, or on the day before the video call. */
type Warning = 'at_once' | 'day_before'

/** Professionals with a coming video call without a room, about which the centre has not got the warning that is due. */
export async function listProfessionalsToWarn(db: Db, { now }: { now: Date }): Promise<{ professionalId: string }[]> {
  const { rows } = await sql<{ professionalId: string }>`
    select distinct professional_id as "professionalId" from (${videoCallsToWarnOf({ now })}) as due limit 1000`.execute(
    db,
  )
  return rows
}

export type VideoCallWithoutRoom = { startsAt: Date; warning: Warning }

/** Records the warnings that are due about this professional's video calls, and returns those that no other process has recorded. */
export async function insertRoomWarnings(
  tx: Tx,
  { professionalId, now }: { professionalId: string; now: Date },
): Promise<VideoCallWithoutRoom[]> {
  const { rows } = await sql<VideoCallWithoutRoom>`
    with due as (select * from (${videoCallsToWarnOf({ now })}) as due where professional_id = ${professionalId}),
    inserted as (
      insert into room_warnings (appointment_id, kind, created_at)
      select id, warning, ${now}::timestamptz from due
      on conflict do nothing returning appointment_id)
    select starts_at as "startsAt", warning from due join inserted on appointment_id = id
    order by starts_at, id`.execute(tx)
  return rows
}

/** Whom a warning names, and who gets it. */
export async function requireWarned(tx: Tx, { professionalId }: { professionalId: string }) {
  return tx
    .selectFrom('professionals')
    .innerJoin('center_profiles', 'center_profiles.id', 'professionals.center_id')
    .where('professionals.id', '=', professionalId)
    .select([
      'center_profiles.id as centerId',
      'professionals.full_name as professionalName',
      'center_profiles.email as contactEmail',
    ])
    .select((eb) => eb('approved_at', 'is not', null).$castTo<boolean>().as('isApproved'))
    .executeTakeFirstOrThrow()
}

/** Deletes the warnings about video calls that have a room again, so that its centre is warned if it is removed. */
export async function deleteOutdatedRoomWarnings(db: Db): Promise<void> {
  await sql`delete from room_warnings using appointments a join professionals p on p.id = a.professional_id
    where a.id = appointment_id and p.video_link is not null`.execute(db)
}

function videoCallsToWarnOf({ now }: { now: Date }): RawBuilder<unknown> {
  const dayBefore = new Date(now.getTime() + dayMs)
  return sql`
    select a.id, a.professional_id, a.starts_at, due.warning
    from appointments a
    join professionals p on p.id = a.professional_id
    cross join lateral (
      select case when a.starts_at <= ${dayBefore}::timestamptz then 'day_before' else 'at_once' end) as due (warning)
    where a.place = 'online' and a.status in ('pending', 'confirmed') and a.starts_at > ${now}
      and p.video_link is null
      and not exists (select from room_warnings w where w.appointment_id = a.id and w.kind = due.warning)`
}
