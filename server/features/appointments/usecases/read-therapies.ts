import { zone } from '#contract/calendar.ts'
import { offersPlace, placesOf } from '#contract/places.ts'
import { addDays, localDay, localDays, type Span, startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { OfferWithRule } from '../repository/free-times.ts'
import { listBookableStarts } from '../repository/stored-times.ts'
import * as therapies from '../repository/therapies.ts'
import { bookingWindow } from '../rules/lifecycle.ts'
import { nextSession, sessionDays } from '../rules/next-session.ts'
import type { OfferedSession } from '../rules/session-terms.ts'
import { areWholeDays, type StartMask } from '../rules/start-masks.ts'

export type TherapyWithProposal = therapies.TherapyRow & { isBookable: boolean; proposal: OfferedSession | undefined }

export async function readTherapies(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { patientId }: { patientId: string },
): Promise<TherapyWithProposal[]> {
  const now = clock.now()
  const rows = await therapies.listTherapies(db, { patientId, now })
  const serviceIds = [...new Set(rows.filter(isOpen).map(({ serviceId }) => serviceId))]
  if (serviceIds.length === 0) return rows.map((row) => ({ ...row, isBookable: false, proposal: undefined }))
  const days = localDays({ zone, from: localDay({ instant: now, zone }), days: sessionDays })
  const [offers, busy] = await Promise.all([
    listBookableStarts(db, { serviceIds, days, now }),
    therapies.listBusySpans(db, { patientId, now }),
  ])
  return rows.map((row) => {
    const offer = isOpen(row) ? offers.get(row.serviceId) : undefined
    // Stored starts are not valid on days when the clocks change.
    if (!offer || !areWholeDays(days)) return { ...row, isBookable: offer !== undefined, proposal: undefined }
    return { ...row, isBookable: true, proposal: propose({ row, offer, days, busy: blockingSpans(busy, row), now }) }
  })
}

/** Whether the patient still continues the therapy: they have neither ended it nor removed the dependant. */
const isOpen = ({ endedAt, isAttendeeRemoved }: therapies.TherapyRow) => endedAt === null && !isAttendeeRemoved

type Latest = Pick<therapies.TherapyRow, 'attendeeId' | 'serviceId' | 'latestAt' | 'latestPlace'>

/**
 * The next session after one appointment, on a day without another one of the same service.
 * @throws appointments.not_bookable, therapies.no_time
 */
export async function proposeAfter(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { patientId, ...row }: Latest & { patientId: string },
): Promise<OfferedSession> {
  const now = clock.now()
  const days = localDays({ zone, from: localDay({ instant: now, zone }), days: sessionDays })
  const [offers, busy] = await Promise.all([
    listBookableStarts(db, { serviceIds: [row.serviceId], days, now }),
    therapies.listBusySpans(db, { patientId, now }),
  ])
  const offer = offers.get(row.serviceId)
  if (!offer) throw fail('appointments.not_bookable')
  const blocking = blockingSpans(busy, row).map((span) => (span.serviceId === row.serviceId ? wholeDayOf(span) : span))
  const proposal = areWholeDays(days) ? propose({ row, offer, days, busy: blocking, now }) : undefined
  if (!proposal) throw fail('therapies.no_time')
  return proposal
}

/** What the attendee's new session must not overlap: what a centre entered elsewhere does not occupy them until they accept it. */
function blockingSpans(busy: readonly therapies.BusySpan[], { attendeeId, serviceId }: Latest): therapies.BusySpan[] {
  return busy.filter((span) => span.attendeeId === attendeeId && (span.isOccupying || span.serviceId === serviceId))
}

function wholeDayOf({ startsAt }: Span): Span {
  const day = localDay({ instant: startsAt, zone })
  return { startsAt: startOfDay({ day, zone }), endsAt: startOfDay({ day: addDays({ day, days: 1 }), zone }) }
}

type Choice = {
  row: Latest
  offer: OfferWithRule & { starts: StartMask[] }
  days: ReturnType<typeof localDays>
  busy: readonly Span[]
  now: Date
}

function propose({ row, offer, days, busy, now }: Choice): OfferedSession | undefined {
  const { modalities, starts, ...session } = offer
  const { durationMinutes, confirmsManually } = session
  const startsAt = nextSession({
    latestAt: row.latestAt,
    days,
    starts,
    window: bookingWindow({ now, confirmsManually }),
    durationMinutes,
    busy,
  })
  const place = offersPlace({ modalities, place: row.latestPlace }) ? row.latestPlace : placesOf(modalities)[0]
  return startsAt && place && { ...session, startsAt, place }
}

type TherapyRequest = { patientId: string; professionalId: string; serviceId: string; dependantId: string | null }

/** @throws therapies.not_found */
export async function requireTherapy(
  platform: Pick<Platform, 'db' | 'clock'>,
  request: TherapyRequest,
): Promise<TherapyWithProposal> {
  const therapy = (await readTherapies(platform, request)).find((row) => isTherapy(row, request))
  if (!therapy) throw fail('therapies.not_found')
  return therapy
}

function isTherapy(row: therapies.TherapyRow, { professionalId, serviceId, dependantId }: TherapyRequest): boolean {
  return row.professionalId === professionalId && row.serviceId === serviceId && row.dependantId === dependantId
}

/** Ends a therapy without upcoming appointments. Idempotent. @throws therapies.not_found, not_over */
export async function endTherapy({ db, clock }: Platform, request: TherapyRequest): Promise<void> {
  const now = clock.now()
  const { patientId } = request
  await db.transaction().execute(async (tx) => {
    const therapy = await requireRow(tx, { ...request, now })
    if (therapy.upcoming > 0) throw fail('therapies.not_over')
    await therapies.setTherapyEnded(tx, { ...therapy, patientId, now })
  })
}

/** @throws therapies.not_found */
export async function resumeTherapy({ db, clock }: Platform, request: TherapyRequest): Promise<void> {
  const therapy = await requireRow(db, { ...request, now: clock.now() })
  await therapies.deleteTherapyEnd(db, { ...therapy, patientId: request.patientId })
}

async function requireRow(
  db: Db | Tx,
  { now, ...request }: TherapyRequest & { now: Date },
): Promise<therapies.TherapyRow> {
  const rows = await therapies.listTherapies(db, { patientId: request.patientId, now })
  const row = rows.find((candidate) => isTherapy(candidate, request))
  if (!row) throw fail('therapies.not_found')
  return row
}
