import { Temporal } from 'temporal-polyfill'
import type { PersonRef } from '#contract/agenda.ts'
import { personKinds } from '#contract/agenda.ts'
import {
  type AppointmentFault,
  type AppointmentRow,
  readAddress,
  readDuration,
  readPlace,
  readPrice,
  readWallTime,
  unpackAppointment,
  type WallTime,
} from '#contract/appointment-files.ts'
import { zone } from '#contract/calendar.ts'
import type { ImportedPerson } from '#contract/patient-files.ts'
import type { Place } from '#contract/places.ts'
import { id } from '#contract/values.ts'
import { readRow } from '#server/features/contacts/rules/compare-rows.ts'
import { localDay } from '#server/platform/local-time.ts'
import { deskWindow, isOnGrid } from './agenda.ts'

/** Who the desk said that a line is; undefined where it said nothing. */
type Answer = 'new' | PersonRef | undefined

export type ReadAppointment = {
  line: number
  person: ImportedPerson
  startsAt: Date
  /** Whether the clocks of that day show the time. */
  exists: boolean
  serviceId: string
  answer: Answer
  /** Null: the service's. */
  durationMinutes: number | null
  priceCents: number | null
  place: Place | null
  homeAddress: string
}
export type Refused = { outcome: 'refused'; line: number; fault: AppointmentFault }

/** Reads the rows as the desk's dialogs would. A text that is no row is left out, and of two rows with one line the second. */
export function readAppointments(rows: readonly string[], { now }: { now: Date }): (ReadAppointment | Refused)[] {
  const lines = new Set<number>()
  return rows.flatMap((text): (ReadAppointment | Refused)[] => {
    const row = unpackAppointment(text)
    if (!row || lines.has(row.line)) return []
    lines.add(row.line)
    return [readAppointment(row, { now })]
  })
}

function readAppointment(row: AppointmentRow, { now }: { now: Date }): ReadAppointment | Refused {
  const { line, cells, serviceId } = row
  const refuse = (fault: AppointmentFault): Refused => ({ outcome: 'refused', line, fault })
  const wall = readWallTime(cells)
  if ('fault' in wall) return refuse(wall.fault)
  const start = instantOf(wall)
  if (start.startsAt < deskWindow({ now }).earliest) return refuse('past')
  if (start.exists && !isOnGrid(start.startsAt)) return refuse('grid')
  const { name = '', surname = '', phone = '', email = '', cedula = '', note = '' } = cells
  const read = readRow(
    { line, cells: { name, surname, phone, email, cedula, note } },
    { today: localDay({ instant: now, zone }) },
  )
  if (!('person' in read)) return refuse(read.outcome === 'refused' ? read.fault : 'name')
  const durationMinutes = readDuration(cells.duration ?? '')
  if (durationMinutes === undefined) return refuse('duration')
  const priceCents = readPrice(cells.price ?? '')
  if (priceCents === undefined) return refuse('price')
  const place = readPlace(cells.place ?? '')
  if (place === undefined) return refuse('place')
  const homeAddress = readAddress(cells.address ?? '')
  if (homeAddress === undefined) return refuse('address')
  const answer = readAnswer(row.answer)
  return { line, person: read.person, ...start, serviceId, answer, durationMinutes, priceCents, place, homeAddress }
}

/** A time that the clocks skip is later by the length of the gap. */
function instantOf({ day, time }: WallTime): { startsAt: Date; exists: boolean } {
  const wall = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time))
  const zoned = wall.toZonedDateTime(zone)
  return { startsAt: new Date(zoned.epochMilliseconds), exists: zoned.toPlainDateTime().equals(wall) }
}

function readAnswer(text: string): Answer {
  if (text === 'new') return 'new'
  const [kind = '', personId = ''] = text.split(':')
  const known = personKinds.find((each) => each === kind)
  return known && id.safeParse(personId).success ? { kind: known, id: personId } : undefined
}
