import type pg from 'pg'

import { StartError } from '../start-error.ts'

const oldestMajor = 15
/** The first migration creates them; they belong to PostgreSQL's contrib. */
const extensions = ['btree_gist', 'cube', 'pg_trgm', 'unaccent']

type Found = { version: string; major: number; encoding: string; missing: string[]; mayCreate: boolean; role: string }

/**
 * Refuses a database in which the migrations would fail in their middle or, like SQL_ASCII, store text that is broken.
 * @throws StartError that names everything which has to change.
 */
export async function requireUsableServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Found>(
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::int / 10000 as major,
       current_setting('server_encoding') as encoding,
       array(select needed from unnest($1::text[]) as needed
             where needed not in (select name from pg_available_extensions) order by needed) as missing,
       to_regclass('schema_migrations') is not null
         or (has_database_privilege(current_database(), 'CREATE')
             and coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)) as "mayCreate",
       current_user as role`,
    [extensions],
  )
  const [found] = rows
  const problems = found === undefined ? [] : findProblems(found)
  if (problems.length > 0) throw new StartError(`Senda cannot use this database:\n${problems.join('\n')}`)
}

/** One sentence each, with the remedy. */
export function findProblems({ version, major, encoding, missing, mayCreate, role }: Found): string[] {
  const checks: [boolean, string][] = [
    [major < oldestMajor, `PostgreSQL is ${version}, and Senda needs ${oldestMajor} or newer.`],
    [
      encoding !== 'UTF8',
      `Its encoding is ${encoding}. Create it with createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0.`,
    ],
    [
      missing.length > 0,
      `The server lacks the extensions ${missing.join(', ')}. Install the contrib package of this PostgreSQL.`,
    ],
    [!mayCreate, `The role ${role} may not create tables in it. Make it the owner: createdb --owner=${role}.`],
  ]
  return checks.flatMap(([applies, sentence]) => (applies ? [`  ${sentence}`] : []))
}
