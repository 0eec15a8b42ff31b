import type { Appointment } from '#contract/appointments.ts'
import { gridMinutes, zone } from '#contract/calendar.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { fail } from '../appointments.errors.ts'
import { type Asker, holdersOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { listAttendees } from '../repository/attendees.ts'
import * as freeTimes from '../repository/free-times.ts'
import * as holds from '../repository/holds.ts'
import { lockHolders, lockHours } from '../repository/locks.ts'
import { isFreeStart } from '../rules/free-times.ts'
import { bookingWindow, holdExpiry, offersPlace, spanOf } from '../rules/lifecycle.ts'
import { requireAllowanceOfAny } from './require-allowance.ts'
import { requireInWindow } from './take-time.ts'

type Hold = { asker: Asker; address: string; serviceId: string; startsAt: Date; place: Appointment['place'] }
type HoldRequest = Hold & { holder: string; holders: readonly string[]; now: Date }

/**
 * Keeps a time for ten minutes. It replaces the asker's earlier hold, even one that they request simultaneously; a repeated
 * request returns the same hold. When many request one time, the exclusion constraint lets one of them have it.
 */
export async function holdAppointment(platform: Platform, input: Hold): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  const holders = holdersOf(input.asker)
  const [holder] = holders
  if (holder === undefined) throw new Error('A hold needs a holder.')
  const request = { ...input, holder, holders, now }
  requireInWindow(request)
  await refuseEarly(platform, request)
  const addressHash = keyedHash({ secret: platform.secret, purpose: 'addresses of holds', text: input.address })
  return platform.db.transaction().execute((tx) => hold(tx, { ...request, addressHash }))
}

/** Most requests that lose a race find the time taken already: they are refused without a transaction. */
async function refuseEarly(platform: Platform, request: HoldRequest): Promise<void> {
  const { asker, serviceId, startsAt, holders, now } = request
  const at = { startsAt: startsAt.toISOString() }
  const patientId = asker.userId
  const query = { serviceId, startsAt, holders, attendeeId: patientId ?? null, now }
  const { taken, ownBusy } = await holds.findObstacles(platform.pool, query)
  if (taken) throw fail('appointments.slot_taken', at)
  if (patientId === undefined) return
  // With dependants the time may be for one of them: confirming asks for whom, and checks again.
  if (ownBusy && (await listAttendees(platform.db, { patientId })).length === 1)
    throw fail('appointments.overlaps_own', at)
  // Early, so that the visitor types nothing in vain; confirming decides.
  await requireAllowanceOfAny(platform.db, { patientId, serviceId, now })
}

async function hold(tx: Tx, request: HoldRequest & { addressHash: string }): Promise<appointments.AppointmentRow> {
  const { startsAt, place, holder, holders, addressHash, now } = request
  await lockHolders(tx, request)
  const offer = await requireOffer(tx, request)
  const { professionalId, durationMinutes } = offer
  const span = spanOf({ startsAt, durationMinutes })
  await holds.deleteHoldsInTheWay(tx, { ...span, professionalId, holders, now, keep: { place } })
  const id = newId()
  const row = { ...span, id, offer, place, holder, addressHash, expiresAt: holdExpiry(now), now }
  if (await holds.insertHold(tx, row)) return appointments.requireAppointment(tx, { appointmentId: id })
  // Every other hold of theirs was deleted above, so this is the same hold, requested again.
  const same = await appointments.findHold(tx, { holders, now })
  if (same) return same
  // The refusal rolls back the deletion of the asker's earlier hold.
  const isFull = (await holds.countHoldsOfAddress(tx, { addressHash, now })) >= holds.holdsPerAddress
  throw isFull
    ? fail('appointments.too_many_holds')
    : fail('appointments.slot_taken', { startsAt: startsAt.toISOString() })
}

/** The service, if its professional works at that time and place. @throws appointments.not_bookable, not_offered */
async function requireOffer(tx: Tx, { serviceId, startsAt, place, now }: HoldRequest): Promise<freeTimes.Offer> {
  await lockHours(tx, { serviceId })
  const offer = await freeTimes.findOfferAt(tx, { serviceId, startsAt, now })
  if (!offer) throw fail('appointments.not_bookable')
  const { durationMinutes, hours, isOff, modalities } = offer
  const isEarly = startsAt < bookingWindow({ now, ...offer }).earliest
  const isWorking = !isOff && isFreeStart({ zone, startsAt, hours, busy: [], durationMinutes, gridMinutes })
  if (isEarly || !isWorking || !offersPlace({ modalities, place })) {
    throw fail('appointments.not_offered', { startsAt: startsAt.toISOString() })
  }
  return offer
}
