import type { AppointmentOutcome } from '#contract/appointment-import-routes.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { type CenterState, lockCenterState } from '#server/features/centers/repository/closed.ts'
import { hasBlockedCenter } from '#server/features/contacts/repository/blocks.ts'
import * as imports from '#server/features/contacts/repository/imports.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { listCenterServices } from '../repository/free-times.ts'
import { listBookedLines, listGuardians } from '../repository/imported.ts'
import { lockCalendars, lockHoursOf, lockPeople } from '../repository/locks.ts'
import { findPeople, type ImportedAttendee } from '../rules/imported-people.ts'
import { type ReadAppointment, readAppointments } from '../rules/imported-rows.ts'
import { readService, type WhoComes } from './plan-imported.ts'

type Read = { lines: WhoComes[]; outcomes: AppointmentOutcome[]; inAlready: number }
type ToRead = { member: Member; rows: readonly string[]; importId?: string; now: Date }

/** Reads the rows, without those that are booked already, and finds their services and people. */
export async function readLines(db: Db | Tx, { member, rows, importId, now }: ToRead): Promise<Read> {
  const { centerId } = member
  const all = readAppointments(rows, { now })
  const numbers = all.map(({ line }) => line)
  const inAlready = importId ? await listBookedLines(db, { importId, lines: numbers }) : new Set<number>()
  const outcomes: AppointmentOutcome[] = []
  const left: ReadAppointment[] = []
  for (const row of all) {
    if (inAlready.has(row.line)) continue
    if ('person' in row) left.push(row)
    else outcomes.push(row)
  }
  const serviceIds = [...new Set(left.map(({ serviceId }) => serviceId))].filter(Boolean)
  const services = new Map(
    (await listCenterServices(db, { centerId, serviceIds, now })).map((each) => [each.serviceId, each]),
  )
  const found = findPeople(left, await listPeople(db, { centerId, importId, rows: left }))
  const lines: WhoComes[] = []
  for (const [index, row] of left.entries()) {
    const [service, who] = [readService(row, services), found[index]]
    if ('outcome' in service) outcomes.push(service)
    else if (who && 'outcome' in who && who.outcome === 'refused') outcomes.push(who)
    else if (who) lines.push({ row, ...service, who })
  }
  return { lines, outcomes, inAlready: inAlready.size }
}

async function listPeople(
  db: Db | Tx,
  { centerId, importId, rows }: { centerId: string; importId: string | undefined; rows: readonly ReadAppointment[] },
) {
  const persons = rows.map(({ person }) => person)
  const ids = rows.flatMap(({ answer }) => (typeof answer === 'object' ? [answer.id] : []))
  return {
    there: persons.length === 0 ? [] : await imports.listAlike(db, { centerId, persons }),
    chosen: await imports.listPeopleOf(db, { centerId, ids: [...new Set(ids)] }),
    broughtIn: importId
      ? await imports.listBroughtIn(db, { importId, names: persons.map(({ fullName }) => fullName) })
      : [],
  }
}

type Reach = {
  state: CenterState
  /** The people who are still there; undefined: they were not locked. */
  there: ReadonlySet<string> | undefined
  /** The accounts that have blocked the centre. */
  blocked: ReadonlySet<string>
}

/** Refuses the lines of people for whom the desk books nothing. A centre that staff have never approved books its own guests only. */
export function refuseUnreachable(
  { lines, outcomes }: Pick<Read, 'lines' | 'outcomes'>,
  { state, there, blocked }: Reach,
): Pick<Read, 'lines' | 'outcomes'> {
  const kept: WhoComes[] = []
  const refused: AppointmentOutcome[] = []
  for (const each of lines) {
    const { row, who } = each
    const fault = 'outcome' in who ? undefined : faultOf(who.attendee, { state, there, blocked })
    if (fault) refused.push({ outcome: 'refused', line: row.line, fault })
    else kept.push(each)
  }
  return { lines: kept, outcomes: [...outcomes, ...refused] }
}

function faultOf({ kind, id, entered }: ImportedAttendee, { state, there, blocked }: Reach) {
  if (entered) return undefined
  if (kind !== 'guest' && state === 'pending') return 'closed'
  if (blocked.has(id)) return 'blocked'
  if (!there || there.has(id)) return undefined
  return kind === 'dependant' ? 'dependant_removed' : 'person'
}

type ToLock = { lines: readonly WhoComes[]; centerId: string; now: Date }

/** Steps 2 to 6 of the locking protocol, for all lines at once. @throws agenda.closed_by_staff */
export async function lockLines(
  tx: Tx,
  { lines, centerId, now }: ToLock,
): Promise<Reach & { guardians: Map<string, string> }> {
  const attendees = lines.flatMap(({ who }) => ('outcome' in who || who.attendee.entered ? [] : [who.attendee]))
  const idsOf = (kind: ImportedAttendee['kind']) => [
    ...new Set(attendees.filter((each) => each.kind === kind).map(({ id }) => id)),
  ]
  const dependantIds = idsOf('dependant')
  const guardians = await listGuardians(tx, { dependantIds })
  const patientIds = [...new Set([...idsOf('patient'), ...guardians.values()])]
  const there = await lockPeople(tx, { patientIds, dependantIds, guestIds: idsOf('guest') })
  const state = await lockCenterState(tx, { centerId, now })
  if (state === 'closed') throw fail('agenda.closed_by_staff')
  const blocked = new Set<string>()
  for (const patientId of patientIds) {
    if (!(await hasBlockedCenter(tx, { patientId, centerId }))) continue
    blocked.add(patientId)
    for (const [dependantId, guardianId] of guardians) if (guardianId === patientId) blocked.add(dependantId)
  }
  const professionalIds = [...new Set(lines.map(({ service }) => service.professionalId))]
  await lockCalendars(tx, [...new Set([...professionalIds, ...attendees.map(({ id }) => id)])])
  await lockHoursOf(tx, { professionalIds })
  return { state, there, blocked, guardians }
}
