import { sql } from 'kysely'
import { occupyingStatuses } from '#contract/appointments.ts'
import type { Rhythm } from '#contract/series.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'
import { range } from './range.ts'

type OfCenter = { centerId: string }

export async function findSeriesByKey(
  tx: Tx,
  { centerId, idempotencyKey }: OfCenter & { idempotencyKey: string },
): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('series')
    .select('id')
    .where('center_id', '=', centerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

type NewSeries = OfCenter & {
  id: string
  createdBy: string
  idempotencyKey: string
  rhythm: Rhythm
  sessions: number
  now: Date
}

export async function insertSeries(tx: Tx, input: NewSeries): Promise<void> {
  await tx
    .insertInto('series')
    .values({
      id: input.id,
      center_id: input.centerId,
      created_by: input.createdBy,
      idempotency_key: input.idempotencyKey,
      rhythm: input.rhythm,
      sessions: input.sessions,
      created_at: input.now,
    })
    .execute()
}

/** The appointments of a series, also those that were cancelled since, in the order of their places. */
export function listOfSeries(db: Db | Tx, { centerId, seriesId }: OfCenter & { seriesId: string }) {
  return db
    .selectFrom('appointments')
    .where('series_id', '=', seriesId)
    .where('center_id', '=', centerId)
    .orderBy('series_place')
    .select(['id', 'professional_id as professionalId', 'price as priceCents', 'discount_payer as discountPayer'])
    .execute()
}

export type Overlap = { appointmentId: string; spanIndex: number; isOfProfessional: boolean }

type Spans = { spans: readonly Span[]; professionalId: string; attendeeId: string | null; centerId: string; now: Date }

const isOccupying = (now: Date) => sql<boolean>`a.status in ${literals(occupyingStatuses)}
  and (a.status <> 'held' or a.hold_expires_at > ${now})`

/**
 * The appointments and live holds that overlap one of the spans: those of the professional, and those that the attendee has at this
 * centre. `spanIndex`: of the span, from 0.
 */
export async function listOverlaps(
  db: Db | Tx,
  { spans, professionalId, attendeeId, centerId, now }: Spans,
): Promise<Overlap[]> {
  const starts = spans.map(({ startsAt }) => startsAt)
  const ends = spans.map(({ endsAt }) => endsAt)
  const { rows } = await sql<Overlap>`
    with wanted as (
      select index - 1 as index, tstzrange(starts_at, ends_at) as during
      from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as spans(starts_at, ends_at, index))
    select a.id as "appointmentId", wanted.index::int as "spanIndex", true as "isOfProfessional"
    from wanted join appointments a on a.professional_id = ${professionalId} and a.during && wanted.during
    where ${isOccupying(now)}
    union all
    select a.id, wanted.index::int, false
    from wanted join appointments a on a.attendee_id = ${attendeeId}::uuid and a.during && wanted.during
    where a.center_id = ${centerId} and a.professional_id <> ${professionalId} and ${isOccupying(now)}
    order by "spanIndex", "isOfProfessional" desc, "appointmentId"`.execute(db)
  return rows
}

/** The times in a span at which the attendee has an appointment at the centre. */
export async function listBusyAtCenter(
  db: Db | Tx,
  { attendeeId, centerId, ...span }: Span & { attendeeId: string; centerId: string },
): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select starts_at as "startsAt", ends_at as "endsAt" from appointments a
    where attendee_id = ${attendeeId} and center_id = ${centerId} and during && ${range(span)}
      and status in ${literals(occupyingStatuses)}`.execute(db)
  return rows
}

type PaidByPackage = {
  sessions: readonly { appointmentId: string; valueCents: number }[]
  isOnline: boolean
  now: Date
}

/** Sessions of a package pay for these appointments, whose prices are then the values of the sessions: see setPaidByPackage(). */
export async function setAllPaidByPackage(tx: Tx, { sessions, isOnline, now }: PaidByPackage): Promise<void> {
  const ids = sessions.map(({ appointmentId }) => appointmentId)
  const values = sessions.map(({ valueCents }) => valueCents)
  await sql`
    update appointments set price = session.value, discount_amount = session.value, discount_payer = 'package',
      keeps_commission = keeps_commission or ${isOnline}, updated_at = ${now}
    from unnest(${ids}::uuid[], ${values}::int[]) as session(appointment_id, value)
    where appointments.id = session.appointment_id`.execute(tx)
}
