import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { insertCalendar, insertPatients } from './calendar.ts'

const otherCenters = 100
const professionalsPerOther = 5
/** Booked half-hours per thousand of the preset hours: 20 professionals then have 2,000 appointments a month. */
const takenAtLarge = 214
const takenAtSmall = 21
const takenAtOthers = 99

type Week = {
  /** A centre with 20 professionals: one with 2,000 appointments a month, one with a tenth of that. */
  large: { centerId: string }
  small: { centerId: string }
  appointments: number
}

/**
 * Creates centres with appointments over `days` days around `monday`. The two weeks from `monday` on are the same for any
 * number of days.
 */
export async function insertCenters(db: Db, { monday, days }: { monday: string; days: number }): Promise<Week> {
  const patients = 1009
  await insertPatients(db, patients)
  const large = await insertCenter(db, { professionals: 20, taken: takenAtLarge })
  const small = await insertCenter(db, { professionals: 20, taken: takenAtSmall })
  for (let index = 0; index < otherCenters; index++) {
    await insertCenter(db, { professionals: professionalsPerOther, taken: takenAtOthers })
  }
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await insertAppointments(connection, { monday, days, patients, owing: large.centerId })
    await sql`reset statement_timeout`.execute(connection)
  })
  const { rows } = await sql<{ count: number }>`select count(*) from appointments`.execute(db)
  return { large, small, appointments: rows[0]?.count ?? 0 }
}

/** `owing`: the centre that also gets commissions. */
type Span = { monday: string; days: number; patients: number; owing: string }

async function insertAppointments(db: Db, input: Span): Promise<void> {
  // No client listens, and checking the exclusion constraints once is faster than for each row.
  await sql`alter table appointments disable trigger appointments_tell_agenda`.execute(db)
  const constraints = await dropExclusions(db)
  for (let from = 14 - input.days; from < 14; from += 30) {
    await insertDays(db, { ...input, from, to: Math.min(from + 30, 14) })
  }
  for (const { name, definition } of constraints) {
    await sql`alter table appointments add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
  }
  await sql`alter table appointments enable trigger appointments_tell_agenda`.execute(db)
  // The trigger adds each payment to its appointment, whose update checks the exclusion constraints again: insertDays() has
  // stored the sums.
  await sql`alter table payments disable trigger payments_sum`.execute(db)
  await sql`
    insert into payments (appointment_id, center_id, amount, method, collected_at)
    select id, center_id, paid_amount, 'debito', ends_at from appointments where paid_amount > 0`.execute(db)
  await sql`alter table payments enable trigger payments_sum`.execute(db)
  await sql`
    insert into commissions (id, center_id, appointment_id, payment_amount, commission_amount, rate, created_at)
    select gen_random_uuid(), center_id, id, price, price / 10, 10, ends_at from appointments
    where status = 'completed' and center_id = ${input.owing}`.execute(db)
  await sql`
    insert into reviews (id, appointment_id, center_id, professional_id, patient_id, rating)
    select gen_random_uuid(), id, center_id, professional_id, patient_id, 5 from appointments
    where status = 'completed' and hashtext(id::text) % 10 = 8`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function dropExclusions(db: Db): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'appointments'::regclass and contype = 'x'`.execute(db)
  for (const { name } of rows) await sql`alter table appointments drop constraint ${sql.ref(name)}`.execute(db)
  return rows
}

/** Stores `taken` in the professional's biography, which the bench doesn't otherwise use. */
async function insertCenter(
  db: Db,
  { professionals, taken }: { professionals: number; taken: number },
): Promise<{ centerId: string }> {
  const { centerId, professionalId } = await insertCalendar(db)
  for (let index = 1; index < professionals; index++) {
    const id = newId()
    await db
      .insertInto('professionals')
      .values({ id, center_id: centerId, full_name: `Bench ${index}` })
      .execute()
    await sql`
      insert into weekly_hours (id, professional_id, weekday, start_minute, end_minute)
      select gen_random_uuid(), ${id}, weekday, start_minute, end_minute from weekly_hours where professional_id = ${professionalId}`.execute(
      db,
    )
    await sql`
      insert into services (id, center_id, professional_id, service_type, name, price, duration_minutes)
      select gen_random_uuid(), center_id, ${id}, service_type, name, price, duration_minutes from services where professional_id = ${professionalId}`.execute(
      db,
    )
  }
  await db
    .insertInto('center_members')
    .values({ user_id: centerId, center_id: centerId, member_role: 'owner' })
    .execute()
  await db
    .updateTable('professionals')
    .set({ bio: String(taken) })
    .where('center_id', '=', centerId)
    .execute()
  return { centerId }
}

/** Inserts in chronological order, so that the rows of all centres are interleaved as in production. */
async function insertDays(db: Db, { monday, from, to, patients }: Span & { from: number; to: number }): Promise<void> {
  await sql`
    with team as (
      select professionals.id, professionals.center_id, professionals.bio::int as taken, services.id as service_id,
        row_number() over (order by professionals.id)::int as n
      from professionals join services on services.professional_id = professionals.id
    ), people as (
      select id, row_number() over (order by id)::int - 1 as n from profiles where user_type = 'patient'
    ), slots as (
      select day, slot, (${monday}::date + day)::timestamp + make_interval(mins => case when slot < 8 then 540 + slot * 30 else 840 + (slot - 8) * 30 end) as wall
      from generate_series(${from}::int, ${to - 1}::int) as day, generate_series(0, 17) as slot
      where extract(isodow from ${monday}::date + day) < 7
    ), times as (
      select day * 18 + slot as k, wall at time zone 'America/Montevideo' as starts_at from slots
    )
    insert into appointments
      (id, center_id, professional_id, service_id, patient_id, status, during, price, paid_amount, requested_at, created_at)
    select gen_random_uuid(), team.center_id, team.id, team.service_id, people.id,
      case when starts_at < now() then 'completed' else 'confirmed' end,
      tstzrange(starts_at, starts_at + interval '30 minutes'), 120000,
      -- Most of the completed ones are paid.
      case when starts_at < now() and abs(hashint8(team.n::bigint * 1000003 + k)) % 10 < 8 then 120000 else 0 end,
      starts_at - interval '3 days', starts_at - interval '3 days'
    from times join team on abs(hashint8(team.n::bigint * 1000003 + k)) % 1000 < team.taken
    -- Professionals who work at the same time get different patients, because the number of patients is prime.
    join people on people.n = ((team.n * 7 + k * 13) % ${patients} + ${patients}) % ${patients}
    order by starts_at, team.n`.execute(db)
}
