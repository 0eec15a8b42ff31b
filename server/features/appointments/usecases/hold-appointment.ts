import type { Appointment } from '#contract/appointments.ts'
import { gridMinutes, zone } from '#contract/calendar.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { fail } from '../appointments.errors.ts'
import { type Asker, holdersOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { hasDependants } from '../repository/changes.ts'
import * as freeTimes from '../repository/free-times.ts'
import * as holds from '../repository/holds.ts'
import { isFreeStart } from '../rules/free-times.ts'
import { bookingWindow, holdExpiry, offersPlace } from '../rules/lifecycle.ts'
import { requireAllowanceOfAny } from './require-allowance.ts'

type Hold = { asker: Asker; address: string; serviceId: string; startsAt: Date; place: Appointment['place'] }

/**
 * Keeps a time for ten minutes. It replaces the asker's earlier hold, also one that is requested at the same instant;
 * asking again for the same time returns the same hold. When many request one time, the exclusion constraint lets one in.
 */
export async function holdAppointment(
  platform: Platform,
  { asker, address, serviceId, startsAt, place }: Hold,
): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  const holders = holdersOf(asker)
  const [holder] = holders
  if (holder === undefined) throw new Error('A hold needs a holder.')
  const { earliest, latest } = bookingWindow({ now })
  if (startsAt < earliest) throw fail('appointments.too_soon')
  if (startsAt > latest) throw fail('appointments.too_far')
  const at = { startsAt: startsAt.toISOString() }
  const request = { serviceId, startsAt, holders, attendeeId: asker.userId ?? null, now }
  // Most who lose a race lose it to somebody who is already there: they need no transaction.
  const { taken, ownBusy } = await holds.findObstacles(platform.pool, request)
  if (taken) throw fail('appointments.slot_taken', at)
  // With dependants the time may be for one of them: confirming asks for whom, and checks again.
  if (ownBusy && !(await hasDependants(platform.db, { patientId: request.attendeeId })))
    throw fail('appointments.overlaps_own', at)
  // Told before the visitor types anything; confirming decides.
  if (asker.userId !== undefined) await requireAllowanceOfAny(platform.db, { patientId: asker.userId, serviceId, now })

  return platform.db.transaction().execute(async (tx) => {
    const addressHash = keyedHash({ secret: platform.secret, purpose: 'addresses of holds', text: address })
    await holds.lockHolds(tx, { holders, addressHash })
    await freeTimes.lockHours(tx, { serviceId })
    const offer = await freeTimes.findOfferAt(tx, { serviceId, startsAt, now })
    if (!offer) throw fail('appointments.not_bookable')
    const { professionalId, durationMinutes, hours, isOff, modalities } = offer
    const isEarly = startsAt < bookingWindow({ now, ...offer }).earliest
    const works = !isOff && !isEarly && isFreeStart({ zone, startsAt, hours, busy: [], durationMinutes, gridMinutes })
    if (!works || !offersPlace({ modalities, place })) throw fail('appointments.not_offered', at)

    const span = { startsAt, endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000) }
    await holds.deleteHoldsInTheWay(tx, { ...span, professionalId, holders, now, keep: { place } })
    const id = newId()
    const hold = { ...span, id, offer, place, holder, addressHash, expiresAt: holdExpiry(now), now }
    if (await holds.insertHold(tx, hold)) return appointments.requireAppointment(tx, { appointmentId: id })
    // Any other hold of theirs was deleted above, so this is the same hold, requested again.
    const same = await appointments.findHold(tx, { holders, now })
    if (same) return same
    // Throwing gives back the earlier hold that was deleted to make room.
    const isFull = (await holds.countHoldsOfAddress(tx, { addressHash, now })) >= holds.holdsPerAddress
    throw isFull ? fail('appointments.too_many_holds') : fail('appointments.slot_taken', at)
  })
}
