// A marketplace of many centres, made by set-based statements and kept between runs.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

const log = createLog({ logLevel: 'warn' })

/** The folder of the kept databases: one cluster, with a database for each size. */
const dataDir = join(tmpdir(), 'senda-bench-marketplaces')
/** A quarter of the memory, as is usual for a database server; PostgreSQL's default is 128 MB. */
const sharedBuffersMb = Math.min(2048, Math.floor(totalmem() / 4 / 2 ** 20))

export type Marketplace = Awaited<ReturnType<typeof openMarketplaces>>

/** Starts the cluster of the kept marketplaces, which need not survive a power cut because they can be made again. */
export async function openMarketplaces() {
  let postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  let admin = await connect(postgres.url)
  const { rows } = await admin.query<{ megabytes: number }>(
    `select setting::int / 128 as megabytes from pg_settings where name = 'shared_buffers'`,
  )
  if (rows[0]?.megabytes !== sharedBuffersMb) {
    await admin.query(`alter system set shared_buffers = '${sharedBuffersMb}MB'`)
    await admin.query(`alter system set max_wal_size = '8GB'`)
    await admin.end()
    await postgres.stop()
    postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
    admin = await connect(postgres.url)
  }

  type KeptDatabase = { url: URL; name: string; prefix: string; template: string; fill: (url: string) => Promise<void> }

  /** Makes the database unless an earlier run has made it, and drops those of earlier versions. */
  async function requireDatabase({ url, name, prefix, template, fill }: KeptDatabase) {
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database where starts_with(datname, $1)`,
      [prefix],
    )
    if (rows.some(({ datname }) => datname === name)) return { url: url.href, seconds: undefined }
    for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
    const startedAt = performance.now()
    const unfinished = 'unfinished_marketplace'
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await admin.query(`create database ${unfinished} template ${template} strategy file_copy`)
    const unfinishedUrl = new URL(url)
    unfinishedUrl.pathname = `/${unfinished}`
    await fill(unfinishedUrl.href)
    await admin.query(`alter database ${unfinished} rename to ${name}`)
    return { url: url.href, seconds: (performance.now() - startedAt) / 1000 }
  }

  return {
    /** The marketplace with this many centres. `seconds`: how long making it took, unless an earlier run has made it. */
    async urlOf(centers: number): Promise<{ url: string; seconds: number | undefined }> {
      const prefix = `marketplace_${centers}_`
      const name = prefix + (await hashOfMarketplace())
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      return requireDatabase({
        url,
        name,
        prefix,
        template: 'template0',
        fill: (databaseUrl) => createMarketplace({ url: databaseUrl, centers }),
      })
    },
    /** A copy of that marketplace with further rows. The copy is made again when `version`, the statements that fill it, changes. */
    async copyOf(
      centers: number,
      { name: kind, version, fill }: { name: string; version: string; fill: (url: string) => Promise<void> },
    ): Promise<{ url: string; seconds: number | undefined }> {
      const { url: original } = await this.urlOf(centers)
      const template = new URL(original).pathname.slice(1)
      const prefix = `${kind}_${centers}_`
      const name = prefix + createHash('sha256').update(`${template} ${version}`).digest('hex').slice(0, 12)
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      return requireDatabase({ url, name, prefix, template, fill })
    },
    async stop() {
      await admin.end()
      await postgres.stop()
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function hashOfMarketplace(): Promise<string> {
  const hash = createHash('sha256').update([helpers, ...rowsOf(1).flat()].join('\n'))
  const folder = new URL('../server/migrations/', import.meta.url)
  for (const name of (await readdir(folder)).sort()) hash.update(await readFile(new URL(name, folder)))
  return hash.digest('hex').slice(0, 12)
}

async function createMarketplace({ url, centers }: { url: string; centers: number }): Promise<void> {
  const database = await connectDatabase({ url, log, max: 2 })
  await migrate({ pool: database.pool, log })
  await database.close()
  const clients = await Promise.all([connect(url), connect(url)])
  try {
    await fillMarketplace(clients, centers)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const tables = [
  'users',
  'profiles',
  'center_profiles',
  'search_vocabulary',
  'professionals',
  'services',
  'weekly_hours',
  'appointments',
] as const

/** Fills a migrated database with this many centres. Requires superusers, because it switches triggers off. */
export async function fillMarketplace(clients: readonly [pg.Client, ...pg.Client[]], centers: number): Promise<void> {
  for (const client of clients) {
    await client.query(`set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set session_replication_role = replica`)
  }
  const [client] = clients
  await client.query(helpers)
  const indexes = await dropIndexes(client)
  await runAll(clients, rowsOf(centers))
  const byTable = [...Map.groupBy(indexes, ({ table }) => table).values()]
  await runAll(
    clients,
    byTable.map((ofTable) => ofTable.map(({ restore }) => restore)),
  )
  await client.query('drop schema bench cascade')
  await runAll(
    clients,
    tables.map((table) => [`vacuum (analyze) ${table}`]),
  )
  for (const each of clients) await each.query('reset all; reset session_replication_role')
}

/** Runs the groups of statements over the connections; those of a group run one after the other. */
async function runAll(clients: readonly pg.Client[], groups: readonly (readonly string[])[]): Promise<void> {
  const left = groups.values()
  await Promise.all(
    clients.map(async (client) => {
      for (const group of left) for (const statement of group) await client.query(statement)
    }),
  )
}

/** Drops the indexes that are cheaper to build afterwards. Keys stay, because other tables refer to them. @returns how to restore them */
async function dropIndexes(client: pg.Client): Promise<{ table: string; restore: string }[]> {
  const { rows } = await client.query<{ table: string; drop: string; restore: string }>(
    `select conrelid::regclass as table, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
     from pg_constraint where contype = 'x' and conrelid = any($1::regclass[])
     union all
     select indrelid::regclass, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows
}

/** `bench.id`: the n-th id of a kind, ascending like those of production. `bench.share`: a pseudo-random share of 1, the same in every run. */
const helpers = `
create schema bench;
create function bench.id(kind text, n bigint) returns uuid language sql immutable parallel safe
  return ('019a9f' || kind || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
create function bench.share(n bigint, salt bigint) returns float8 language sql immutable parallel safe
  return (hashint8extended(n, salt) & 2147483647)::float8 / 2147483648;
create function bench.pick(choices text[], n bigint, salt bigint) returns text language sql immutable parallel safe
  return choices[1 + floor(bench.share(n, salt) * cardinality(choices))::int];
create table bench.places as
  select name, kind, department, latitude, longitude, row_number() over (partition by kind = 'neighborhood' order by slug) - 1 as index
  from public.places where kind in ('neighborhood', 'city');
create table bench.offers (kind int, slug text, label text, session text, price int);
insert into bench.offers values
  (0, 'fisioterapia', 'Fisioterapia', 'Sesión de fisioterapia', 150000),
  (1, 'psicoterapia', 'Psicología', 'Sesión de psicoterapia', 180000),
  (2, 'nutricion', 'Nutrición', 'Consulta de nutrición', 160000),
  (3, 'masajistas', 'Masaje terapéutico', 'Masaje descontracturante', 140000),
  (4, 'acupuntura', 'Acupuntura', 'Sesión de acupuntura', 145000),
  (5, 'logopedia', 'Logopedia', 'Sesión de logopedia', 155000),
  (6, 'terapia-ocupacional', 'Terapia ocupacional', 'Sesión de terapia ocupacional', 165000),
  (7, 'reiki', 'Reiki', 'Sesión de reiki', 120000);`

/** A thousand words that look like names, so that each is in about one of five hundred centres. */
const words = `array(select first || middle || last
  from unnest(array['Ara','Ibi','Cei','Ña','Uru','Taba','Moli','Caru','Gua','Yagua']) as first,
    unnest(array['ra','ti','bu','pe','nda','cue','mbi','ro','sau','lí']) as middle,
    unnest(array['bá','rí','nal','sol','mar','via','lén','dor','zú','gay']) as last)`
const surnames = `array['Silva','Rodríguez','González','Pereira','Martínez','Fernández','López','García','Suárez','Olivera',
  'Techera','Bentancor','Acosta','Machado','Cabrera','Núñez','Viera','Sosa','Píriz','Etchegaray']`

/** Eight hours a day from Monday to Friday, and on Saturday for some centres. */
const opens = `480 + 30 * floor(8 * bench.share(n, 18))::int`
const works = `(weekday < 6 or weekday = 6 and bench.share(n, 19) < 0.4)`

/**
 * The centres, and of each its hours, its professional, its service and its three appointments from 3 December 2026 on, in groups
 * that do not need each other.
 */
function rowsOf(centers: number): string[][] {
  const each = `generate_series(1, ${centers}) as n`
  const email = `n || '@centros.uy'`
  return [
    // The longest first, so that both connections end at about the same time.
    [
      `insert into services (id, center_id, professional_id, service_type, name, price, duration_minutes, weekly_starts)
     select bench.id('03', n), bench.id('01', n), bench.id('02', n), slug, session,
       price + 10000 * floor(10 * bench.share(n, 16))::int, minutes,
       -- The triggers that store these are switched off.
       array(select case when ${works} then half_hours(opens / 30, (opens + 480 - minutes) / 30) else 0 end
         from generate_series(1, 7) as weekday order by weekday)
     from (select n, ${opens} as opens, (array[30, 45, 60, 60])[1 + floor(4 * bench.share(n, 17))::int] as minutes
       from ${each}) as n join bench.offers on offers.kind = floor(8 * bench.share(n.n, 1))`,
    ],
    [
      // Half of them in Montevideo, the others around the cities; one in fifty without coordinates, one in ten approximate.
      `insert into center_profiles (id, center_name, email, phone, address, neighborhood, department, description, specialties,
       services, modalities, latitude, longitude, is_pin_exact, verified, compliance_status, approved_at, is_public, rating, total_reviews,
       offer_text)
     select bench.id('01', n), center_name, ${email}, '+59824100000', 'Calle ' || n,
       case place.kind when 'neighborhood' then place.name end, place.department,
       repeat('Atendemos con turno, cerca de la parada y con rampa. ', 4), array[label], array[slug],
       case when bench.share(n, 9) < 0.8 then array['Presencial'] else array['Presencial', 'Online'] end,
       case when bench.share(n, 2) > 0.02 then place.latitude + spread * cos(angle) end,
       case when bench.share(n, 2) > 0.02 then place.longitude + spread * sin(angle) end,
       bench.share(n, 2) > 0.12,
       bench.share(n, 10) < 0.6, 'compliant', '2026-01-01', bench.share(n, 11) < 0.95,
       case when reviews = 0 then 0 else 3 + round((2 * sqrt(bench.share(n, 12)))::numeric, 2) end, reviews,
       fold_all(professional, label, session)
     from (
       select n, bench.pick(words, n, 3) || ' ' || bench.pick(words, n, 4) || ' ' || label as center_name, label, slug,
         session, 'Lic. ' || bench.pick(${surnames}, n, 5) || ' ' || bench.pick(${surnames}, n, 6) as professional,
         floor(bench.share(n, 13) ^ 3 * 200)::int as reviews, 2 * pi() * bench.share(n, 7) as angle,
         0.03 * sqrt(-ln(1 - bench.share(n, 8))) as spread
       from ${each} join bench.offers on offers.kind = floor(8 * bench.share(n.n, 1)) cross join (select ${words}) as vocabulary (words)) as made (n)
     join bench.places as place on place.index = case when bench.share(made.n, 14) < 0.5
       then floor(bench.share(made.n, 15) * (select count(*) from bench.places where kind = 'neighborhood'))
       else floor(bench.share(made.n, 15) * (select count(*) from bench.places where kind = 'city')) end
       and (place.kind = 'neighborhood') = (bench.share(made.n, 14) < 0.5)`,
      // The trigger that stores them is switched off.
      `insert into search_vocabulary
     select distinct word
     from center_profiles, unnest(string_to_array(search_text, ' ') || string_to_array(offer_text, ' ')) as word`,
    ],
    [
      `insert into appointments
       (id, center_id, professional_id, service_id, patient_id, status, during, price, late_refund_percent, vat_percent, booked_at)
     select bench.id('05', n * 4 + k), bench.id('01', n), bench.id('02', n), bench.id('03', n),
       bench.id('01', n % ${centers} + 1), 'confirmed',
       tstzrange(starts, starts + interval '60 minutes'), 150000, 50, 10, '2026-12-01'
     from ${each} cross join generate_series(0, 2) as k
     cross join lateral (select (date '2026-12-03' + k * (1 + floor(2 * bench.share(n, 20))::int) + time '09:00'
       + interval '60 minutes' * floor(7 * bench.share(n * 4 + k, 21))) at time zone 'America/Montevideo') as slot (starts)`,
    ],
    [
      `insert into weekly_hours (id, professional_id, weekday, start_minute, end_minute)
     select bench.id('04', n * 8 + weekday), bench.id('02', n), weekday, opens, opens + 480
     from (select n, ${opens} as opens from ${each}) as made
     cross join generate_series(1, 7) as weekday
     where ${works}`,
    ],
    [
      `insert into professionals (id, center_id, full_name, title, specialties)
     select bench.id('02', n), bench.id('01', n),
       'Lic. ' || bench.pick(${surnames}, n, 5) || ' ' || bench.pick(${surnames}, n, 6), 'Licenciatura', array[label]
     from ${each} join bench.offers on offers.kind = floor(8 * bench.share(n.n, 1))`,
    ],
    [
      `insert into users (id, email, email_confirmed_at, email_verified_at)
     select bench.id('01', n), ${email}, '2026-01-01', '2026-01-01' from ${each}`,
    ],
    [
      `insert into profiles (id, user_type, email, full_name)
     select bench.id('01', n), 'center', ${email}, 'Titular' from ${each}`,
    ],
  ]
}
