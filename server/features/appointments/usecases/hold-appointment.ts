import { LRUCache } from 'lru-cache'
import type { Appointment } from '#contract/appointments.ts'
import { gridMinutes, zone } from '#contract/calendar.ts'
import { offersPlace } from '#contract/places.ts'
import { countedNetwork, widestNetworkOf } from '#server/platform/addresses.ts'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import type { DepositOffer } from '../repository/deposits.ts'
import * as freeTimes from '../repository/free-times.ts'
import * as holds from '../repository/holds.ts'
import { lockHolders, lockHoldsOfVisitors, lockHours } from '../repository/locks.ts'
import * as unproven from '../repository/unproven.ts'
import { agreedDeposit } from '../rules/deposits.ts'
import { isFreeStart } from '../rules/free-times.ts'
import { bookingWindow, holdExpiry, spanOf } from '../rules/lifecycle.ts'
import { resolveDeposit } from './book-with-deposit.ts'
import { requireAllowance } from './require-allowance.ts'
import { requireInWindow } from './take-time.ts'

type Hold = {
  caller: Caller
  /** The network address of the request. */
  address: string
  serviceId: string
  startsAt: Date
  place: Appointment['place']
}
type HoldRequest = Hold & {
  holder: string
  holders: readonly string[]
  addressHash: string
  network: string | null
  now: Date
}

/**
 * Keeps a time for ten minutes. It replaces the caller's earlier hold, even one that another request makes simultaneously; a
 * repeated request returns the same hold. When many request one time, the exclusion constraint lets one of them have it.
 */
export async function holdAppointment(platform: Platform, input: Hold): Promise<appointments.AppointmentRow> {
  const now = platform.clock.now()
  const holders = holdersOf(input.caller)
  const [holder] = holders
  if (holder === undefined) throw new Error('A hold needs a holder.')
  const addressHash = keyedHash({
    secret: platform.secret,
    purpose: 'addresses of holds',
    text: widestNetworkOf(input.address),
  })
  const network = countedNetwork(input.address) === undefined ? null : addressHash
  const request = { ...input, holder, holders, addressHash, network, now }
  requireInWindow(request)
  // Most requests that lose a race find the time taken already: they are refused without a transaction.
  const time = `${input.serviceId} ${input.startsAt.toISOString()}`
  if (requestedTimes.has(time)) await refuseTaken(platform.db, request)
  requestedTimes.set(time, true)
  return platform.db.transaction().execute(async (tx) => {
    const row = await hold(tx, { ...request, gateway: platform.gateway })
    return resolveDeposit(tx, { ...platform, row, patientId: input.caller.userId })
  })
}

/** The times that were requested in this process in the last minutes, so the next request for one of them may be late. */
const requestedTimes = new LRUCache<string, true>({ max: 10_000, ttl: 10 * minuteMs })

/**
 * An appointment that the patient has at that time is no obstacle: only confirming says for whom the new one is.
 * @throws appointments.slot_taken
 */
async function refuseTaken(db: Db | Tx, request: HoldRequest): Promise<void> {
  if (await holds.isTimeTaken(db, request)) throw fail('appointments.slot_taken', { startsAt: request.startsAt })
}

type Holding = HoldRequest & Pick<Platform, 'gateway'>

async function hold(tx: Tx, { gateway, ...request }: Holding): Promise<appointments.AppointmentRow> {
  const { startsAt, place, holder, holders, addressHash, network, now } = request
  const { userId } = request.caller
  const { isVerified, ...requested } = await requireOffer(tx, request)
  const { professionalId, ...offer } = requested.offer
  const deposit = agreedDeposit(offer, { paysOnline: takesPayments({ gateway, ...offer }) })
  // Signing up costs a script nothing: only a verified address or a kept appointment makes an account a patient's.
  const isProven = isVerified || (userId !== undefined && (await unproven.hasKeptAppointment(tx, { userId })))
  const span = spanOf({ startsAt, durationMinutes: offer.durationMinutes })
  const isVisitor = !isProven
  const row = {
    ...span,
    id: newId(),
    professionalId,
    offer,
    deposit,
    place,
    holder,
    addressHash,
    expiresAt: holdExpiry(now),
    durationMinutes: offer.durationMinutes,
    isVisitor,
    network,
    now,
  }
  const [, , , held, holdsOfAddress, room] = await inOrder(tx, [
    isVisitor && lockHoldsOfVisitors(tx, { professionalId }),
    holds.deleteConflictingHolds(tx, { ...span, professionalId, holders, now, keep: { place } }),
    holds.insertHold(tx, row),
    // The new hold, or the same one requested again: the caller's other holds were deleted.
    appointments.findHold(tx, { holders, now }),
    holds.countHoldsOfAddress(tx, { addressHash, now }),
    isVisitor ? unproven.findRoomForUnproven(tx, row) : undefined,
  ])
  if (held) return held
  // The refusal rolls back the deletion of the caller's earlier hold.
  if (holdsOfAddress >= holds.holdsPerAddress) throw fail('appointments.too_many_holds')
  if (room?.isNetworkFull) throw fail('appointments.network_books_many')
  throw room?.isFull
    ? fail(userId === undefined ? 'appointments.visitors_hold_many' : 'appointments.unproven_hold_many')
    : fail('appointments.slot_taken', { startsAt })
}

/**
 * The service, if its professional works at that time and place, the time is free, and the patient may book one more
 * appointment. Confirming checks the allowance again, for the chosen attendee; this check refuses a patient without
 * allowance before that step.
 * @throws appointments.not_bookable, not_offered, and what refuseTaken() and requireAllowance() throw
 */
async function requireOffer(
  tx: Tx,
  request: HoldRequest,
): Promise<{ offer: freeTimes.OfferWithRule & DepositOffer; isVerified: boolean }> {
  const { caller, startsAt, place, now } = request
  const patientId = caller.userId
  const [, , offer, , isVerified] = await inOrder(tx, [
    lockHolders(tx, request),
    lockHours(tx, request),
    freeTimes.findOfferAt(tx, request),
    refuseTaken(tx, request),
    patientId === undefined ? false : requireAllowance(tx, { ...request, patientId }),
  ])
  if (!offer) throw fail('appointments.not_bookable')
  const { durationMinutes, hours, isOff, modalities } = offer
  const isEarly = startsAt < bookingWindow({ now, ...offer }).earliest
  const isWorking = !isOff && isFreeStart({ zone, startsAt, hours, busy: [], durationMinutes, gridMinutes })
  if (isEarly || !isWorking || !offersPlace({ modalities, place })) {
    throw fail('appointments.not_offered', { startsAt })
  }
  return { offer, isVerified }
}
