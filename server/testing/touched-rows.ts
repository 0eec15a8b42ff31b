import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

/** What people see of a row; a table that is not listed changes one of its instants. `n` is another number each time. */
const visibleChanges: Record<string, (n: number) => string> = {
  center_profiles: (n) => `center_name = 'Centro ${lettersOf(n)}'`,
  dependants: (n) => `full_name = 'Hija ${lettersOf(n)}'`,
  guests: (n) => `full_name = 'Invitada ${lettersOf(n)}'`,
  professionals: (n) => `full_name = 'Profesional ${lettersOf(n)}'`,
  profiles: (n) => `full_name = 'Persona ${lettersOf(n)}'`,
  promotions: (n) => `name = 'Promoción ${lettersOf(n)}'`,
  reviews: (n) => `comment = 'Comentario ${lettersOf(n)}'`,
  rewards: (n) => `name = 'Recompensa ${lettersOf(n)}'`,
  patient_tax_data: (n) => `name = 'Empresa ${lettersOf(n)}'`,
  services: (n) => `name = 'Servicio ${lettersOf(n)}'`,
  appointments: () => 'price = price + 100',
  conversations: () => 'center_blocked_at = case when center_blocked_at is null then updated_at end',
  mfa_factors: (n) => `friendly_name = 'Teléfono ${n}'`,
  package_sessions: () => 'value = value + 100',
  promotion_usage: () => 'order_amount = order_amount + 100',
  sessions: (n) => `user_agent = 'Navegador ${n}'`,
  fiscal_documents: () =>
    `series = 'A', provider_number = coalesce(provider_number, 0) + 1, state = 'issued', recorded_at = created_at`,
  users: () => `email_confirmed_at = coalesce(email_confirmed_at, created_at) + interval '1 second'`,
  weekly_hours: () => 'end_minute = case end_minute % 60 when 0 then end_minute - 30 else end_minute + 30 end',
}

const lettersOf = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

let changes = 0

/**
 * Changes every row of the table, as another person or process would. Only the triggers that tell of changes run: the others
 * keep the rows of ledgers, or decide whether a change makes sense.
 * @returns how many rows it changed
 */
export async function touchRows(db: Db, table: string): Promise<number> {
  changes += 1
  const change = visibleChanges[table]?.(changes) ?? (await laterInstant(db, table))
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select tgname as name from pg_trigger
      where tgrelid = ${table}::regclass and not tgisinternal and tgenabled = 'O'
        and pg_get_functiondef(tgfoid) not like '%notify_live(%'`.execute(tx)
    const switchAll = async (state: 'enable' | 'disable') => {
      for (const { name } of rows) {
        await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger ${sql.id(name)}`.execute(tx)
      }
    }
    await switchAll('disable')
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.raw(change)}`.execute(tx)
    await switchAll('enable')
    return Number(numAffectedRows ?? 0)
  })
}

async function laterInstant(db: Db, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and data_type = 'timestamp with time zone'
      and is_nullable = 'NO' and is_generated = 'NEVER'
    order by column_name <> 'updated_at', column_name <> 'created_at', column_name limit 1`.execute(db)
  const [column] = rows
  if (!column) throw new Error(`${table} has no instant: add what people see of it in visibleChanges`)
  return `${column.name} = ${column.name} + interval '1 microsecond'`
}
