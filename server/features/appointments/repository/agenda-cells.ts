import { type RawBuilder, sql } from 'kysely'
import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { sessionMinutes } from '#contract/calendar.ts'
import { unknownBirthDate } from '#server/features/accounts/repository/deletion.ts'
import type { Span } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'
import { joinPacked, packRows, typedText, unpackRows } from '#server/platform/postgres/packed-rows.ts'
import { payableStatuses } from '../rules/payments.ts'
import type { AgendaScope } from './agenda.ts'

/** What the calendar shows of an appointment. A week of a large centre has hundreds, so nothing else is selected. */
export type CellRow = {
  id: string
  professionalId: string
  status: AppointmentStatus
  /** Instants as PostgreSQL writes them: see isoInstant(). */
  startsAt: string
  endsAt: string
  arrivedAt: string | null
  /** The place is null for an appointment at the centre. */
  place: Appointment['place'] | null
  homeAddress: string | null
  isCollected: boolean
  /** The time is freed unless the patient confirms their address. */
  isProvisional: boolean
  serviceId: string
  patientId: string | null
  dependantId: string | null
  guestId: string | null
}

/** `birthDate`: of a dependant whose account was not deleted. */
export type Named = { id: string; name: string; phone: string | null; birthDate: string | null }

/** `names`: of everyone and everything that the rows name by id. */
export type CellsRead = { rows: CellRow[]; names: ReadonlyMap<string, Named> }

/**
 * Every appointment that overlaps the span, including live holds and cancelled ones, by start. Hundreds of rows are joined
 * to their names in Node: PostgreSQL expects few rows here, so it would look up each name by itself, for twice the time.
 * Rows and names are packed, because Node reads one text faster than hundreds of rows (docs/decisions/0131).
 */
export async function listCells(db: Db, scope: AgendaScope & Span & { now: Date }): Promise<CellsRead> {
  const [packed] = await packedCells(db, { ...scope, professionalId: scope.professionalId ?? null })
  const named = unpackRows(packed?.names ?? null).map(([id = '', name = '', phone, birthDate]) => ({
    id,
    name,
    phone: phone || null,
    birthDate: birthDate || null,
  }))
  return {
    rows: unpackRows(packed?.rows ?? null).map(readCell),
    names: new Map(named.map((each) => [each.id, each])),
  }
}

/** `professionalId`: null for all professionals. */
type Cells = Span & { centerId: string; professionalId: string | null; now: Date }

/** The index is by start, so the query looks back by the longest service. */
const inSpan = ({ centerId, professionalId, startsAt, endsAt, now }: Cells) => sql`
  a.center_id = ${centerId} and (${professionalId}::uuid is null or a.professional_id = ${professionalId})
  and a.starts_at > ${startsAt}::timestamptz - make_interval(mins => ${sql.lit(sessionMinutes.max)})
  and a.starts_at < ${endsAt} and a.ends_at > ${startsAt}
  and (a.status <> 'held' or a.hold_expires_at > ${now})`

/** Something is paid, and nothing is due, as dueOf() says. */
const isCollected = sql`
  paid_amount > 0 and (paid_amount >= price - discount_amount or status not in ${literals(payableStatuses)})`

/** The function runs only for the few rows that need it. */
const isProvisional = sql`proof_due_at is not null and provisional_until(a) is not null`

/** readCell() reads them in this order. */
const cellColumns = [
  sql`id`,
  sql`professional_id`,
  sql`status`,
  sql`starts_at`,
  sql`ends_at`,
  sql`arrived_at`,
  sql`nullif(place, 'center')`,
  typedText(sql`home_address`),
  sql`is_collected`,
  sql`is_provisional`,
  sql`service_id`,
  sql`patient_id`,
  sql`dependant_id`,
  sql`guest_id`,
]

function readCell([
  id = '',
  professionalId = '',
  status,
  startsAt = '',
  endsAt = '',
  arrivedAt,
  place,
  homeAddress,
  isCollected,
  isProvisional,
  serviceId = '',
  patientId,
  dependantId,
  guestId,
]: string[]): CellRow {
  return {
    id,
    professionalId,
    status: status as CellRow['status'],
    startsAt,
    endsAt,
    arrivedAt: arrivedAt || null,
    place: (place || null) as CellRow['place'],
    homeAddress: homeAddress || null,
    isCollected: isCollected === 't',
    isProvisional: isProvisional === 't',
    serviceId,
    patientId: patientId || null,
    dependantId: dependantId || null,
    guestId: guestId || null,
  }
}

const named = (name: RawBuilder<unknown>, phone: RawBuilder<unknown>, birthDate: RawBuilder<unknown> = sql`null`) =>
  packRows([sql`id`, typedText(name), typedText(phone), birthDate])

const packedCells = builtOnce(
  (_db, values: Cells) => sql<{ rows: string | null; names: string | null }>`
    with a as materialized (
      select id, professional_id, status, starts_at, ends_at, arrived_at, place, home_address, ${isCollected} as is_collected,
        ${isProvisional} as is_provisional, service_id, patient_id, dependant_id, guest_id
      from appointments a where ${inSpan(values)} order by starts_at, id)
    select (select ${packRows(cellColumns)} from a) as rows,
      ${joinPacked([
        sql`(select ${named(sql`full_name`, sql`phone`)} from profiles
          where id = any(array(select patient_id from a)))`,
        sql`(select ${named(sql`full_name`, sql`null`, sql`nullif(birth_date, ${sql.lit(unknownBirthDate)})`)} from dependants
          where id = any(array(select dependant_id from a where dependant_id is not null)))`,
        sql`(select ${named(sql`full_name`, sql`phone`)} from guests
          where id = any(array(select guest_id from a where guest_id is not null)))`,
        sql`(select ${named(sql`name`, sql`null`)} from services
          where id = any(array(select distinct service_id from a)))`,
      ])} as names`,
)
