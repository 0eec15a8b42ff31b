// What staff see of a large marketplace: accounts, documents, reviews with reports, and the record of actions.
import pg from 'pg'

export type StaffScale = { profiles: number; centers: number; commissions: number; actions: number }

export const staffScale = (profiles: number): StaffScale => ({
  profiles,
  centers: profiles / 10,
  commissions: profiles * 2,
  actions: profiles / 2,
})

/** The id of the nth row of a kind: `07` for accounts, `08` for reviews, or a kind of marketplace.ts (`01` for centres). */
const id = (kind: string, n: string) => `('019a9f${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const chance = (n: string, salt: number) => `(hashint8extended(${n}, ${salt}) & 2147483647)::float8 / 2147483648`
const pick = (list: string, n: string, salt: number) =>
  `(${list})[1 + floor(${chance(n, salt)} * cardinality(${list}))::int]`
const firstNames = `array['Ana','Bruno','Carla','Diego','Elena','Fabián','Gabriela','Hugo','Irma','Joaquín','Karina','Lucía',
  'Martín','Nelly','Óscar','Paula','Rafael','Sofía','Tabaré','Valentina']`
const surnames = `array['Silva','Rodríguez','González','Pereira','Martínez','Fernández','López','García','Suárez','Olivera',
  'Techera','Bentancor','Acosta','Machado','Cabrera','Núñez','Viera','Sosa','Píriz','Etchegaray']`
const fullName = `${pick(firstNames, 'n', 1)} || ' ' || ${pick(surnames, 'n', 2)} || ' ' || ${pick(surnames, 'n', 3)}`
const at = (n: string, of: number) => `timestamptz '2026-12-03' - (${n}) * interval '4 years' / ${of}`

/** The administrators and moderators are the first patients. */
export const staffMembers = 45

export function staffStatements(scale: StaffScale): string[] {
  return [
    ...accountStatements(scale),
    ...documentStatements(scale),
    ...reviewStatements(scale),
    ...recordStatements(scale),
    'delete from kept_figures',
    'insert into kept_figures select * from counted_figures',
  ]
}

/** Accounts with their roles and names, and the registration and approval of centres. */
function accountStatements({ profiles, centers }: StaffScale): string[] {
  const patients = profiles - centers
  return [
    `insert into users (id, email, email_confirmed_at, email_verified_at)
     select ${id('07', 'n')}, 'persona' || n || '@bench.uy', '2026-01-01', '2026-01-01'
     from generate_series(1, ${patients}) as n`,
    `insert into profiles (id, user_type, email, full_name, status, suspended_until, created_at)
     select ${id('07', 'n')}, 'patient', 'persona' || n || '@bench.uy', ${fullName}, status,
       case status when 'suspended' then timestamptz '2026-12-20' end, ${at('n', patients)}
     from generate_series(1, ${patients}) as n
     cross join lateral (select case when n > ${staffMembers} and ${chance('n', 4)} < 0.01 then 'suspended'
       when n > ${staffMembers} and ${chance('n', 4)} < 0.015 then 'banned' else 'active' end as status) as made`,
    `insert into user_roles (user_id, role)
     select ${id('07', 'n')}, case when n <= 5 then 'admin' when n <= ${staffMembers} then 'moderator' else 'patient' end
     from generate_series(1, ${patients}) as n`,
    `insert into user_roles (user_id, role) select id, 'center' from center_profiles`,
    `insert into center_members (user_id, center_id, member_role) select id, id, 'owner' from center_profiles`,
    `update profiles set full_name = ${fullName}, created_at = ${at('n', centers)}
     from (select id as center_id, row_number() over (order by id) as n from center_profiles) as numbered
     where profiles.id = numbered.center_id`,
    `update center_profiles set created_at = ${at('n', centers)},
       approved_at = case when is_new then null else approved_at end, verified = verified and not is_new,
       compliance_status = case when is_new or ${chance('n', 5)} < 0.05 then 'non_compliant' else 'compliant' end
     from (select id as center_id, row_number() over (order by id) as n from center_profiles) as numbered
     cross join lateral (select ${chance('n', 6)} < 0.05 as is_new) as facts
     where center_profiles.id = numbered.center_id`,
  ]
}

function documentStatements({ centers }: StaffScale): string[] {
  return [
    `insert into compliance_checks
       (id, center_id, check_type, status, expiry_date, file_name, original_name, checked_at, created_at, was_approved)
     select gen_random_uuid(), center_id, check_type, status,
       case status when 'approved' then date '2026-12-01' + floor(${chance('m', 8)} * 700)::int
         when 'expired' then date '2026-11-01' end,
       case when share < 0.9 then 'document-' || m || '.pdf' end, case when share < 0.9 then 'documento.pdf' end,
       case when status <> 'pending' then ${at('m', 3 * centers)} end, ${at('m', 3 * centers)},
       status in ('approved', 'expired')
     from (select id as center_id, check_type, row_number() over () as m
       from center_profiles, unnest(array['license', 'insurance', 'certification']) as check_type) as numbered
     cross join lateral (select ${chance('m', 7)} as share) as random
     cross join lateral (select case when share < 0.7 then 'approved' when share < 0.75 then 'rejected'
       when share < 0.8 then 'expired' else 'pending' end as status) as made`,
  ]
}

/** Reviews, reports of some of them, and removed ones. */
function reviewStatements({ profiles, centers }: StaffScale): string[] {
  const patients = profiles - centers
  return [
    `insert into reviews (id, appointment_id, center_id, professional_id, patient_id, rating, comment, created_at)
     select ${id('08', 'm')}, appointment_id, center_id, professional_id,
       ${id('07', `1 + floor(${chance('m', 9)} * ${patients})::bigint`)},
       1 + floor(5 * sqrt(${chance('m', 10)}))::int,
       'Fui por recomendación y ' || ${pick("array['volvería', 'no volvería', 'me atendieron bien', 'esperé mucho', 'salí mejor']", 'm', 11)},
       ${at('m', 3 * centers)}
     from (select id as appointment_id, center_id, professional_id, row_number() over (order by id) as m from appointments) as numbered
     where ${chance('m', 12)} < 0.67`,
    `insert into reports (id, kind, subject_id, center_id, reason, created_at, closed_at)
     select gen_random_uuid(), 'review', id, case when m % 2 = 0 then center_id end, 'Insulta a quien atiende.',
       created_at + interval '3 days', case when m % 20 >= 10 then created_at + interval '5 days' end
     from (select id, center_id, created_at, row_number() over (order by id) as m from reviews) as numbered
     where m % 10 = 0`,
    `insert into removed_reviews (id, appointment_id, center_id, professional_id, patient_id, rating, comment, created_at, removed_at)
     select gen_random_uuid(), appointments.id, appointments.center_id, appointments.professional_id,
       ${id('07', '1 + (row_number() over ()) % 1000')}, 1, 'Un desastre.', appointments.created_at,
       timestamptz '2026-12-03' - (row_number() over ()) * interval '1 hour'
     from appointments left join reviews on appointment_id = appointments.id
     where reviews.id is null limit ${centers / 50}`,
  ]
}

/** The record of actions, about the rows of the earlier statements. */
function recordStatements({ profiles, centers, actions }: StaffScale): string[] {
  const patients = profiles - centers
  const moderator = id('07', `1 + n % ${staffMembers}`)
  return [
    `insert into moderation_actions
       (sequence, id, moderator_id, target_type, target_id, action_type, reason, details, created_at, hash)
     select ${actions} + 1 - n, gen_random_uuid(), ${moderator}, target_type, target_id, action_type,
       'Reservó y no fue, tres veces.',
       '{"before": {"status": "active", "roles": ["patient"], "suspendedUntil": null, "suspensionReason": null}}',
       ${at('n', actions)}, '\\x00'
     from generate_series(1, ${actions}) as n
     cross join lateral (select case
       when n % 20 < 8 then 'user' when n % 20 < 14 then 'document' when n % 20 < 17 then 'commission'
       when n % 20 < 19 then 'center' else 'review' end as target_type) as kinds
     cross join lateral (select 1 + floor(${chance('n', 13)} * ${centers})::bigint as center) as random
     cross join lateral (select
       case target_type when 'user' then ${id('07', `1 + floor(${chance('n', 14)} * ${patients})::bigint`)}
         when 'review' then ${id('08', `1 + floor(${chance('n', 15)} * ${2 * centers})::bigint`)}
         else ${id('01', 'center')} end as target_id,
       case target_type when 'user' then 'suspend' when 'document' then 'approve' when 'commission' then 'cancel'
         when 'center' then 'revoke' else 'warn' end as action_type) as made`,
    // Replaces the centre that the insert chose with one of its documents or commissions.
    `update moderation_actions action set target_id = checks.id
     from (select distinct on (center_id) center_id, id from compliance_checks order by center_id, id) as checks
     where action.target_type = 'document' and checks.center_id = action.target_id`,
    `update moderation_actions action set target_id = chosen.id
     from (select distinct on (center_id) center_id, id from commissions order by center_id, id) as chosen
     where action.target_type = 'commission' and chosen.center_id = action.target_id`,
    'update moderation_actions set concerns_id = concerned_by(target_type, target_id)',
    `update moderation_record_head set sequence = ${actions}`,
  ]
}

/** Requires a superuser, because it switches triggers off. The marketplace and its commissions must exist. */
export async function fillStaff(url: string, scale: StaffScale): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off;
      set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set session_replication_role = replica`)
    for (const statement of staffStatements(scale)) await client.query(statement)
    await client.query('reset session_replication_role')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}
