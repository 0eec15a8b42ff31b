import { createHash } from 'node:crypto'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { serviceSlugs } from '#contract/specialty-keys.ts'
import { pinRefusal } from '#server/features/centers/rules/pins.ts'
import { StartError } from '#server/platform/start-error.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { testSearchRelevance } from '#server/testing/search-relevance.ts'
import { stormSize } from '#server/testing/storm.ts'
import { demoAccounts } from './accounts.ts'
import { centerDrafts } from './content/centers.ts'
import { createDemo } from './demo.ts'
import { refuseDemoLeftovers } from './leftovers.ts'

const largerServices = [
  'psicoterapia',
  'fisioterapia',
  'nutricion',
  'kinesiologia',
  'masajistas',
  'logopedia',
  'terapia-ocupacional',
  'osteopatia',
]

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
  const startedAt = performance.now()
  // Two processes that start together.
  await Promise.all([createDemo(platform), createDemo(platform)])
  const [counts] = await rowsOf(
    'select (select count(*) from appointments) appointments, (select count(*) from reviews) reviews',
  )
  console.log(`the demonstration took ${Math.round(performance.now() - startedAt)} ms`, counts)
}, 180_000)

async function rowsOf<Row extends pg.QueryResultRow>(sql: string, on = platform): Promise<Row[]> {
  const { rows } = await on.pool.query<Row>(sql)
  return rows
}

async function countsOf(on: TestPlatform): Promise<Record<string, number>> {
  const tables = ['users', 'center_profiles', 'professionals', 'services', 'weekly_hours', 'time_off', 'dependants']
  const counts: Record<string, number> = {}
  for (const table of [...tables, 'appointments', 'reviews', 'outbound_mails', 'graphile_worker.jobs']) {
    const [row] = await rowsOf<{ count: number }>(`select count(*) from ${table}`, on)
    counts[table] = row?.count ?? -1
  }
  return counts
}

/** Most of what users see of the demonstration, without ids. */
async function digestOf(on: TestPlatform): Promise<string> {
  const parts = [
    `select email, full_name, phone, p.created_at from profiles p order by email`,
    `select center_name, address, description, specialties, services, latitude, longitude, is_pin_exact, rating,
       total_reviews, approved_at, is_public from center_profiles order by center_name, address`,
    `select full_name, title, bio, modalities, registration_number, rating from professionals order by full_name`,
    `select p.full_name, s.name, s.price, s.duration_minutes from services s join professionals p on p.id = professional_id order by 1, 2`,
    `select p.full_name, weekday, start_minute, end_minute from weekly_hours join professionals p on p.id = professional_id order by 1, 2, 3`,
    `select p.full_name, during::text from time_off join professionals p on p.id = professional_id order by 1, 2`,
    `select p.full_name, a.during::text, a.status, a.place, a.home_address, a.price, a.confirmed_at, a.completed_at, a.cancelled_at,
       u.email from appointments a join professionals p on p.id = professional_id join users u on u.id = patient_id order by 1, 2, u.email`,
    `select a.during::text, d.amount, d.method, m.commission_amount, m.status, m.paid_at from commissions m
       join appointments a on a.id = m.appointment_id left join payments d on d.appointment_id = a.id order by 1, 2, 3, 4`,
    `select c.center_name, r.rating, r.comment, r.created_at, r.reply, r.replied_at from reviews r join center_profiles c on c.id = center_id order by 1, 4, 3`,
  ]
  const hash = createHash('sha256')
  for (const part of parts) hash.update(JSON.stringify(await rowsOf(part, on)))
  return hash.digest('hex')
}

test('a second start adds nothing and takes little time', async () => {
  const before = await countsOf(platform)
  const startedAt = performance.now()
  expect(await createDemo(platform)).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(5000)
  expect(await countsOf(platform)).toEqual(before)
})

test('production refuses to start on a database with the demonstration', async () => {
  await expect(refuseDemoLeftovers(platform)).rejects.toThrow(StartError)
})

/** The next start takes as long as the first. */
const startsAgain = stormSize({ short: 0, long: 1 }) === 1
const sameData = ', and the next start creates the same data as one on another database at another hour'

test(`a failed start stores nothing${startsAgain ? sameData : ''}`, { timeout: 180_000 }, async () => {
  const other = await testPlatform({ start: new Date('2026-11-21T01:30:00Z') })
  let statementsLeft = 2000
  const breaking = {
    ...other,
    pool: new Proxy(other.pool, {
      get(pool, key) {
        if (key !== 'connect') return Reflect.get(pool, key, pool)
        return async () => {
          const client = await pool.connect()
          const query = client.query.bind(client) as (...input: unknown[]) => unknown
          const failing = (...input: unknown[]) => {
            statementsLeft -= 1
            return statementsLeft > 0 ? query(...input) : Promise.reject(new Error('the power went out'))
          }
          return Object.assign(client, { query: failing })
        }
      },
    }),
  }
  await expect(createDemo(breaking)).rejects.toThrow('the power went out')
  expect(Object.values(await countsOf(other)).every((count) => count === 0)).toBe(true)
  if (!startsAgain) return
  statementsLeft = Number.POSITIVE_INFINITY
  await createDemo(other)
  expect(await countsOf(other)).toEqual(await countsOf(platform))
  expect(await digestOf(other)).toBe(await digestOf(platform))
})

describe('centres', () => {
  test('there are at least 60, a third of them outside Montevideo', async () => {
    const rows = await rowsOf<{ department: string }>('select department from center_profiles')
    const outside = rows.filter(({ department }) => department !== 'Montevideo').length
    expect(rows.length).toBeGreaterThanOrEqual(60)
    expect(outside / rows.length).toBeGreaterThan(0.25)
    expect(outside / rows.length).toBeLessThan(0.45)
  })

  test('all are approved, public and verified, except those that the content marks', async () => {
    const rows = await rowsOf<{ address: string }>(
      `select address from center_profiles where approved_at is null or not is_public or not verified or compliance_status <> 'compliant'`,
    )
    const exceptions = centerDrafts.filter((draft) => draft.isPending ?? draft.isHidden ?? draft.isUnverified)
    expect(rows.map(({ address }) => address).toSorted()).toEqual(exceptions.map(({ address }) => address).toSorted())
  })

  test('most have an exact pin that their owner could have set, and the others that of their place', async () => {
    const rows = await rowsOf<{ latitude: number; longitude: number; department: string; is_pin_exact: boolean }>(
      `select latitude, longitude, department, is_pin_exact from center_profiles`,
    )
    const exact = rows.filter((row) => row.is_pin_exact)
    expect(exact.map((row) => pinRefusal(row, row)).filter((refusal) => refusal !== undefined)).toEqual([])
    const approximate = centerDrafts.filter(({ hasApproximatePin }) => hasApproximatePin).length
    expect(approximate).toBeGreaterThan(4)
    expect(rows.length - exact.length).toBe(approximate)
  })

  test('some have an account at WhatsApp, and some do not', async () => {
    const [counted] = await rowsOf<{ some: number; others: number }>(
      `select count(whatsapp)::int as some, count(*)::int - count(whatsapp)::int as others from center_profiles`,
    )
    expect(counted?.some).toBeGreaterThan(20)
    expect(counted?.others).toBeGreaterThan(10)
  })

  test('verified centres have every document, some documents lapse within the month, and staff can open those that await review', async () => {
    const rows = await rowsOf<{ verified: boolean; approved: number; soon: number }>(
      `select compliance_status = 'compliant' as verified, count(*) filter (where status = 'approved') as approved,
         count(*) filter (where expiry_date < current_date + 30) as soon
       from center_profiles join compliance_checks on center_id = center_profiles.id group by center_profiles.id`,
    )
    expect(rows).toHaveLength(centerDrafts.length)
    for (const { verified, approved } of rows) if (verified) expect(Number(approved)).toBeGreaterThanOrEqual(3)
    expect(rows.filter(({ soon }) => Number(soon) > 0).length).toBeGreaterThan(3)
    // What staff decided about was uploaded, and a rejected document whose date can't be read has none.
    const contradictions = await rowsOf(
      `select from compliance_checks
       where status <> 'pending' and file_name is null or status = 'rejected' and expiry_date is not null`,
    )
    expect(contradictions).toHaveLength(0)
    const [waiting] = await rowsOf<{ count: number }>(
      `select count(*)::int as count from compliance_checks where status = 'pending' and file_name is not null`,
    )
    expect(waiting?.count).toBeGreaterThan(5)
  })

  test('every service of the catalogue is offered, the larger ones by 15 professionals or more', async () => {
    const rows = await rowsOf<{ service: string; count: number }>(
      'select service_type as service, count(distinct professional_id) from services group by 1',
    )
    const count = new Map(rows.map((row) => [row.service, row.count]))
    for (const service of serviceSlugs) expect(count.get(service) ?? 0, service).toBeGreaterThanOrEqual(2)
    for (const service of largerServices) expect(count.get(service) ?? 0, service).toBeGreaterThanOrEqual(15)
  })

  test('all names differ, and no text has an unfilled placeholder', async () => {
    const rows = await rowsOf<{ name: string; text: string }>(
      `select full_name as name, bio as text from professionals union all select center_name || address, description from center_profiles
       union all select id::text, comment from reviews`,
    )
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
    for (const { text } of rows) expect(text).not.toMatch(/[{}|]|undefined|null| {2}/u)
  })
})

describe('appointments and reviews', () => {
  test('counters of centres and professionals equal the reviews that count, and averages are between 3.4 and 5', async () => {
    const wrong = await rowsOf(`
      select c.id from center_profiles c left join counted_reviews(c.id) r on true group by c.id
        having c.total_reviews <> count(r.id) or c.rating <> round(coalesce(avg(r.rating), 0), 2)
      union all select p.id from professionals p left join counted_reviews(p.center_id, p.id) r on true group by p.id
        having p.total_reviews <> count(r.id) or p.rating <> round(coalesce(avg(r.rating), 0), 2)`)
    expect(wrong).toEqual([])
    const ratings = await rowsOf<{ rating: number }>('select rating from center_profiles where total_reviews > 0')
    for (const { rating } of ratings) expect(rating).toBeGreaterThanOrEqual(3.4)
    expect(new Set(ratings.map(({ rating }) => rating)).size).toBeGreaterThan(10)
  })

  test('every review is about an appointment that was completed before it', async () => {
    expect(
      await rowsOf(
        `select r.id from reviews r join appointments a on a.id = appointment_id where a.status <> 'completed' or r.created_at < a.ends_at`,
      ),
    ).toEqual([])
  })

  test('payments, refunds, commissions, settlements and points agree', async () => {
    expect(await verifyLedger(platform.db)).toEqual([])
  })

  test('every consultation that took place owes or paid its commission, and no other does', async () => {
    expect(
      await rowsOf(`
        select a.id from appointments a left join commissions m on m.appointment_id = a.id
        where (a.status = 'completed' and a.booked_by = 'patient') <> (m.id is not null) or m.commission_amount <> round(a.price * m.rate / 100)`),
    ).toEqual([])
    const [sums] = await rowsOf<{ pending: number; paid: number }>(
      `select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'paid') as paid from commissions`,
    )
    expect(sums?.pending).toBeGreaterThan(50)
    expect(sums?.paid).toBeGreaterThan(50)
  })

  test('the desk of centro@demo.uy recorded payments for most visits, by all three methods', async () => {
    const rows = await rowsOf<{ method: string; count: number }>(
      `select method, count(*) from payments join users on users.id = center_id where email = 'centro@demo.uy' group by 1`,
    )
    expect(rows.map(({ method }) => method).toSorted()).toEqual(['debito', 'efectivo', 'transferencia'])
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(10)
  })

  test('centro@demo.uy closed its till on past days, once with a difference, and has a few debts', async () => {
    const [closings] = await rowsOf<Record<string, number>>(`
      select count(*) as closings, count(*) filter (where note <> '') as noted from till_closings
      join users on users.id = center_id where email = 'centro@demo.uy'`)
    expect(closings).toMatchObject({ closings: 24 })
    expect(closings?.noted).toBeLessThanOrEqual(1)
    const [open] = await rowsOf<Record<string, number>>(`
      select count(*) as movements, count(*) filter (where at <= (
        select max(closed_at) from till_closings where till_closings.center_id = till_movements.center_id)) as earlier
      from till_movements join users on users.id = center_id
      where email = 'centro@demo.uy' and closing_id is null`)
    expect(open?.movements).toBeGreaterThan(0)
    expect(open?.earlier).toBe(0)
    const [debts] = await rowsOf<Record<string, number>>(`
      select count(*) as count from appointments join users on users.id = center_id
      where email = 'centro@demo.uy' and status = 'completed' and paid_amount < price`)
    expect(debts?.count).toBeGreaterThan(1)
    expect(debts?.count).toBeLessThan(12)
  })

  test('centro@demo.uy has a team with hours and services, closes on holidays, and has invited a receptionist', async () => {
    const [center] = await rowsOf<Record<string, number>>(`
      select count(*) as professionals,
        count(*) filter (where exists (select from weekly_hours where professional_id = p.id)) as working,
        count(*) filter (where exists (select from services where professional_id = p.id)) as offering,
        count(*) filter (where exists (select from time_off where professional_id = p.id and reason in (select name from holidays))) as resting,
        (select count(*) from center_invitations where center_id = u.id) as invitations
      from users u join professionals p on p.center_id = u.id where u.email = 'centro@demo.uy' group by u.id`)
    expect(center).toEqual({ professionals: 6, working: 6, offering: 6, resting: 6, invitations: 1 })
  })

  test('centro@demo.uy has guests without an account, with past and coming appointments', async () => {
    const [guests] = await rowsOf<Record<string, number>>(`
      select count(distinct guest_id) as people, count(*) filter (where status = 'completed') as came,
        count(*) filter (where status = 'confirmed') as coming
      from appointments join users on users.id = center_id where guest_id is not null and email = 'centro@demo.uy'`)
    expect(guests?.people).toBeGreaterThan(5)
    expect(guests?.came).toBeGreaterThan(3)
    expect(guests?.coming).toBeGreaterThan(3)
  })

  test('centro@demo.uy sells packages, of which Lucía bought one in parts and used one session, and has tax data and deposits', async () => {
    const [sold] = await rowsOf<Record<string, number>>(`
      select count(distinct packages.id) as packages, max(packages.price - packages.paid_amount) as due,
        count(*) filter (where appointments.status = 'completed') as used,
        count(*) filter (where appointments.status = 'confirmed') as reserved,
        (select count(*) from package_offers where center_id = packages.center_id) as offers
      from packages join users on users.id = packages.center_id join profiles on profiles.id = packages.patient_id
      join package_sessions on package_id = packages.id left join appointments on appointments.id = appointment_id
      where users.email = 'centro@demo.uy' and profiles.email = 'paciente@demo.uy' group by packages.center_id`)
    expect(sold).toEqual({ packages: 1, due: 350_000, used: 1, reserved: 1, offers: 2 })
    const [other] = await rowsOf<Record<string, number>>(`
      select (select count(*) from center_tax_data where center_id = users.id) as taxed,
        (select count(distinct deposit_for) from services where center_id = users.id) as deposits
      from users where email = 'centro@demo.uy'`)
    expect(other).toEqual({ taxed: 1, deposits: 2 })
  })

  test('some reviews have a reply, written after them', async () => {
    const [replies] = await rowsOf<{ count: number; early: number }>(
      `select count(*), count(*) filter (where replied_at <= created_at) as early from reviews where reply is not null`,
    )
    expect(replies?.count).toBeGreaterThan(30)
    expect(replies?.early).toBe(0)
  })

  test('no appointments of a professional or an attendee overlap, and none is within time off', async () => {
    expect(
      await rowsOf(`
        select a.id from appointments a join appointments b on a.id < b.id and a.during && b.during
          and (a.professional_id = b.professional_id or a.attendee_id = b.attendee_id)
        where a.status not in ('cancelled', 'no_show') and b.status not in ('cancelled', 'no_show')
        union all select a.id from appointments a join time_off t on t.professional_id = a.professional_id and t.during && a.during`),
    ).toEqual([])
  })

  test('past appointments are closed, coming ones are open, and no hold is left', async () => {
    const midnight = '2026-11-20T03:00:00Z'
    expect(
      await rowsOf(`
        select id from appointments where status = 'held'
          or (ends_at <= '${midnight}' and status in ('pending', 'confirmed'))
          or (ends_at > '${midnight}' and status in ('completed', 'no_show'))`),
    ).toEqual([])
    const [ahead] = await rowsOf<{ count: number }>(
      `select count(*) from appointments where status in ('pending', 'confirmed')`,
    )
    expect(ahead?.count).toBeGreaterThan(120)
  })
})

describe('people', () => {
  test('only the four demo accounts have a password, each with its role', async () => {
    const rows = await rowsOf<{ email: string; roles: string[] }>(
      `select email, array_agg(role) as roles from users join user_roles on user_id = id where encrypted_password is not null group by 1`,
    )
    const expected = demoAccounts.map(({ email, role }) => ({ email, roles: [role] }))
    const byEmail = (a: { email: string }, b: { email: string }) => a.email.localeCompare(b.email)
    expect(rows.toSorted(byEmail)).toEqual(expected.toSorted(byEmail))
  })

  test('Lucía has two coming appointments, a past one of each status, and two dependants', async () => {
    const rows = await rowsOf<{ status: string; reviewed: boolean }>(
      `select a.status, r.id is not null as reviewed from appointments a join users u on u.id = a.patient_id
       left join reviews r on r.appointment_id = a.id where email = 'paciente@demo.uy'`,
    )
    const count = (status: string) => rows.filter((row) => row.status === status).length
    expect(count('confirmed')).toBe(2)
    for (const status of ['completed', 'cancelled', 'no_show']) expect(count(status), status).toBeGreaterThan(0)
    expect(rows.some((row) => row.status === 'completed' && !row.reviewed)).toBe(true)
    expect(
      await rowsOf(`select d.id from dependants d join users u on u.id = guardian_id where email = 'paciente@demo.uy'`),
    ).toHaveLength(2)
  })

  test('centro@demo.uy owns the centre with the most appointments', async () => {
    const [busiest] = await rowsOf<{ email: string }>(
      `select u.email from appointments a join users u on u.id = a.center_id group by 1 order by count(*) desc limit 1`,
    )
    expect(busiest?.email).toBe('centro@demo.uy')
  })
})

describe('the search', () => testSearchRelevance(() => platform))
