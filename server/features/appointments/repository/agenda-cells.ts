import { sql } from 'kysely'
import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { sessionMinutes } from '#contract/session-minutes.ts'
import type { Span } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'
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
  /** Null at the centre. */
  place: Appointment['place'] | null
  homeAddress: string | null
  isCollected: boolean
  serviceId: string
  patientId: string | null
  dependantId: string | null
  guestId: string | null
}

/** A patient, dependant, guest or service. */
export type Named = { id: string; name: string; phone: string | null }

/** `names`: of everyone and everything that the rows name by id. */
export type CellsRead = { rows: CellRow[]; names: ReadonlyMap<string, Named> }

/**
 * Every appointment that overlaps the span, including live holds and cancelled ones, by start. Hundreds of rows are joined
 * to their names in Node: PostgreSQL expects few rows here, so it would look up each name by itself, for twice the time.
 */
export async function listCells(db: Db, scope: AgendaScope & Span & { now: Date }): Promise<CellsRead> {
  const input = { ...scope, professionalId: scope.professionalId ?? null }
  const [rows, named] = await Promise.all([cells(db, input), names(db, input)])
  return { rows, names: new Map(named.map((each) => [each.id, each])) }
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
  a.paid_amount > 0 and (a.paid_amount >= a.price - a.discount_amount or a.status not in ${literals(payableStatuses)})`

const cells = builtOnce(
  (_db, values: Cells) => sql<CellRow>`
    select a.id, a.professional_id as "professionalId", a.status,
      a.starts_at::text as "startsAt", a.ends_at::text as "endsAt", a.arrived_at::text as "arrivedAt",
      nullif(a.place, 'center') as place, a.home_address as "homeAddress", ${isCollected} as "isCollected",
      a.service_id as "serviceId", a.patient_id as "patientId", a.dependant_id as "dependantId", a.guest_id as "guestId"
    from appointments a where ${inSpan(values)}
    order by a.starts_at, a.id`,
)

const names = builtOnce(
  (_db, values: Cells) => sql<Named>`
    with a as materialized (
      select a.service_id, a.patient_id, a.dependant_id, a.guest_id from appointments a where ${inSpan(values)})
    select id, full_name as name, phone from profiles where id = any(array(select patient_id from a))
    union all select id, full_name, null from dependants
      where id = any(array(select dependant_id from a where dependant_id is not null))
    union all select id, full_name, phone from guests
      where id = any(array(select guest_id from a where guest_id is not null))
    union all select id, name, null from services where id = any(array(select distinct service_id from a))`,
)
