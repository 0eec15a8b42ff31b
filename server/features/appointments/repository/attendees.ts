import { sql } from 'kysely'
import { occupyingStatuses } from '#contract/appointments.ts'
import type { Span } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals, noneOf } from '#server/platform/postgres/lists.ts'
import type { PatientScope } from './appointments.ts'
import { range } from './range.ts'

type Busy = Span & {
  attendeeId: string
  /** The appointment that is being moved does not count. */
  exceptAppointment?: string | null
  /** Others that are moved with it. */
  alsoMoving?: readonly string[]
}

export async function isAttendeeBusy(
  tx: Tx,
  { attendeeId, startsAt, endsAt, exceptAppointment = null, alsoMoving = [] }: Busy,
): Promise<boolean> {
  const rows = await oneBusyRow(tx, { attendeeId, startsAt, endsAt, exceptAppointment, alsoMoving })
  return rows.length > 0
}

export async function isBusyDuring(
  tx: Tx,
  { attendeeId, appointmentId }: { attendeeId: string; appointmentId: string },
): Promise<boolean> {
  const rows = await overlapping(tx, { attendeeId, appointmentId })
  return rows.length > 0
}

const overlapping = builtOnce((db, { attendeeId, appointmentId }: { attendeeId: string; appointmentId: string }) =>
  db
    .selectFrom('appointments')
    .select('id')
    .where('occupied_attendee_id', '=', attendeeId)
    .where('status', 'in', literals(occupyingStatuses))
    .where(sql<boolean>`during && (select during from appointments where id = ${appointmentId})`)
    .where('id', '!=', appointmentId)
    .limit(1),
)

/** The appointment that the attendee has at this centre at that time, also one that the attendee has not accepted. */
export async function findOverlappingAtCenter(
  tx: Tx,
  { centerId, attendeeId, startsAt, endsAt, exceptAppointment = null, alsoMoving = [] }: Busy & { centerId: string },
): Promise<{ appointmentId: string } | undefined> {
  return tx
    .selectFrom('appointments')
    .select('id as appointmentId')
    .where('center_id', '=', centerId)
    .where('attendee_id', '=', attendeeId)
    .where('status', 'in', literals(occupyingStatuses))
    .where(sql<boolean>`during && ${range({ startsAt, endsAt })}`)
    .where('id', 'is distinct from', exceptAppointment)
    .where('id', '!=', noneOf(alsoMoving))
    .limit(1)
    .executeTakeFirst()
}

/** What occupies the attendee: bookings of the patient, and those of a desk that the patient has accepted. */
function busyRows(db: Db | Tx, { attendeeId, exceptAppointment, alsoMoving, startsAt, endsAt }: Required<Busy>) {
  return db
    .selectFrom('appointments')
    .select(['id as appointmentId', 'center_id as centerId'])
    .where('occupied_attendee_id', '=', attendeeId)
    .where('status', 'in', literals(occupyingStatuses))
    .where(sql<boolean>`during && ${range({ startsAt, endsAt })}`)
    .where('id', 'is distinct from', exceptAppointment)
    .where('id', '!=', sql<string>`all(${alsoMoving})`)
}

const oneBusyRow = builtOnce((db, values: Required<Busy>) => busyRows(db, values).limit(1))

export async function findProfileAddress(tx: Tx, { patientId }: PatientScope): Promise<string | null> {
  const row = await tx.selectFrom('profiles').select('address').where('id', '=', patientId).executeTakeFirst()
  return row?.address ?? null
}

/** Whether the patient may book for this dependant, who cannot be removed until the transaction ends. */
export async function lockDependant(
  tx: Tx,
  { patientId, dependantId }: PatientScope & { dependantId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('dependants')
    .select('id')
    .where('id', '=', dependantId)
    .where('guardian_id', '=', patientId)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
