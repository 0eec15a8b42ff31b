import { failRequest } from '#contract/errors.ts'
import { offersPlace } from '#contract/places.ts'
import { addDependant, type DependantDetails } from '#server/features/accounts/usecases/update-dependants.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { reserveFromPackage } from '#server/features/packages/usecases/reserve-from-package.ts'
import { consumeCredit } from '#server/features/payments/repository/online.ts'
import { consentWhileBooking, requireConsentText } from '#server/features/telehealth/telehealth.usecases.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf, isPatientOf, mayConfirm } from '../appointments.policy.ts'
import { findAllowanceUse } from '../repository/allowance.ts'
import { type AppointmentRow, findAppointment, requireAppointment } from '../repository/appointments.ts'
import * as attendees from '../repository/attendees.ts'
import { setConfirmed, setPaidByPackage } from '../repository/changes.ts'
import { clearDeposit } from '../repository/deposits.ts'
import { findOfferOfHold } from '../repository/free-times.ts'
import { findEndedHold } from '../repository/holds.ts'
import { lockForChange, lockHolderOfAccount, lockUnprovenBookings } from '../repository/locks.ts'
import { findUnprovenBooking } from '../repository/unproven.ts'
import { isHoldLive, proofDue, termsVersion } from '../rules/lifecycle.ts'
import { awaitDeposit, resolveDeposit } from './book-with-deposit.ts'
import { countChange } from './count-change.ts'
import { notifyBooking } from './notify-change.ts'
import { refuseWithoutAllowance, requireUnprovenAllowance } from './require-allowance.ts'

type Confirm = {
  caller: Caller & { userId: string }
  appointmentId: string
  /** The network address of the request. Without one, what its network has booked has no bound. */
  address?: string
  /** The terms that the patient read. */
  terms?: string
  /** The version of the terms of the held time, as the patient read them. */
  versionOfTerms?: (read: { appointment: AppointmentRow; now: Date }) => string
  /** Null when the caller is the attendee. */
  dependantId?: string | null
  /** Added to the account in the same transaction, so that a refused booking adds no person. */
  newDependant?: DependantDetails
  /** For home visits; without one, the address of the caller's profile. */
  homeAddress?: string | null
  /** The patient's package that pays for the appointment, also of a dependant. */
  packageId?: string | null
  /** The version of the consent to a virtual appointment; ignored for other appointments. */
  consentVersion?: string | null
}

/** A visitor's hold belongs to a cookie, which this browser does not send. */
const lostCookie = ({ visitorKey }: Caller, { status, holder }: AppointmentRow) =>
  visitorKey === undefined && status === 'held' && holder?.startsWith('visitor:')

/**
 * Turns the caller's held time into their appointment: confirmed, or pending where the centre confirms by hand. Idempotent. Where a
 * deposit is asked of the caller, the time stays held for them until they have paid it.
 * Provisional while the account's address is unconfirmed: see release-unproven.ts.
 * A hold expires after ten minutes, even while no other visitor takes the time.
 */
export async function confirmAppointment(platform: Platform, input: Confirm): Promise<AppointmentRow> {
  const { caller, appointmentId, consentVersion, versionOfTerms = termsVersion } = input
  const patientId = caller.userId
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    // A locked account must not wait for it.
    if (input.newDependant) {
      await lockHolderOfAccount(tx, { patientId })
      await lockUnprovenBookings(tx, { appointmentId, patientId })
    }
    const dependantId = (await addAttendee(tx, { ...input, platform })) ?? input.dependantId ?? null
    const attendeeId = dependantId ?? patientId
    // One round trip: the locks are taken first, so what is read after them stays true.
    const [, , { haveAccounts }, stored, ...facts] = await inOrder(tx, [
      lockHolderOfAccount(tx, { patientId }),
      lockUnprovenBookings(tx, { appointmentId, patientId }),
      // The account's own calendar, too: while its address is unverified, its attendees share an allowance.
      lockForChange(tx, {
        patientIds: [patientId],
        calendarsOf: [patientId, attendeeId],
        keepsCenterOpen: true,
        appointmentIds: [appointmentId],
      }),
      findAppointment(tx, { appointmentId }),
      findOfferOfHold(tx, { appointmentId, now }),
      dependantId === null || attendees.lockDependant(tx, { patientId, dependantId }),
      attendees.isBusyDuring(tx, { attendeeId, appointmentId }),
      findAllowanceUse(tx, { patientId, appointmentId, now }),
      findUnprovenBooking(tx, { appointmentId, patientId, now }),
    ])
    if (!haveAccounts) throw failRequest('session.missing')
    if (!stored) throw await failEnded(tx, input)
    // Its payment decides, and for whom it is stays as it was.
    if (isBeingPaid(caller, stored)) return stored
    const row = await resolveDeposit(tx, { ...platform, row: stored, patientId })
    if (!mayConfirm(caller, row))
      throw fail(lostCookie(caller, row) ? 'appointments.unknown_browser' : 'appointments.not_found')
    if ((row.status === 'confirmed' || row.status === 'pending') && isPatientOf(caller, row)) return row
    if (row.status !== 'held') throw fail('appointments.not_changeable', { status: row.status })
    if (!isHoldLive({ ...row, now })) throw fail('appointments.hold_expired')
    requireTerms({ seen: input.terms, current: versionOfTerms({ appointment: row, now }) })
    const [offer, isTheirs, isBusy, allowance, unproven] = facts
    if (!isTheirs) throw fail('appointments.unknown_dependant')
    if (isBusy) throw fail('appointments.overlaps_own', { startsAt: row.startsAt })
    if (allowance) refuseWithoutAllowance(allowance, { attendeeIds: [attendeeId] })
    // The owner may have removed the room while the patient held a time of a video call.
    if (!offer || !offersPlace({ ...offer, place: row.place })) throw fail('appointments.not_bookable')
    const homeAddress = await findHomeAddress(tx, { ...input, row })
    if (row.place === 'home' && !homeAddress) throw fail('appointments.address_required')
    // A package was paid before: no deposit is asked.
    if (row.depositCents !== null && !input.packageId) {
      if (unproven) await requireUnprovenAllowance(tx, { ...input, platform, booking: unproven })
      const consent = row.place === 'online' && consentVersion ? requireConsentText(consentVersion) : null
      const attendee = { patientId, dependantId, homeAddress, consentVersion: consent }
      await countChange(tx, { platform, userId: patientId, change: 'booked' })
      return awaitDeposit(tx, { appointmentId, ...attendee, now })
    }
    if (stored.depositCents !== null) await clearDeposit(tx, { appointmentId, now })
    if (input.packageId) await payWithPackage(tx, { ...input, packageId: input.packageId, row, now })
    const status = row.confirmsManually ? 'pending' : 'confirmed'
    const isUnproven = unproven !== undefined
    const isVerified = allowance?.isVerified ?? true
    const proofDueAt = isVerified ? null : proofDue(now)
    const confirmed = {
      appointmentId,
      patientId,
      dependantId,
      homeAddress,
      status,
      isUnproven,
      proofDueAt,
      now,
    } as const
    const [, , appointment, isMailed] = await inOrder(tx, [
      setConfirmed(tx, confirmed),
      input.packageId ? undefined : consumeCredit(tx, { appointmentId, patientId, now }),
      requireAppointment(tx, { appointmentId }),
      wantsMail(tx, { userId: patientId, kind: 'appointment' }),
      countChange(tx, { platform, userId: patientId, change: 'booked' }),
    ])
    if (unproven) await requireUnprovenAllowance(tx, { ...input, platform, booking: unproven })
    if (row.place === 'online' && consentVersion) {
      await consentWhileBooking(tx, { userId: patientId, appointmentId, textVersion: consentVersion, now })
    }
    await notifyBooking(tx, { platform, appointment, isMailed, isVerified })
    return appointment
  })
}

const isBeingPaid = (caller: Caller, { status, payingCheckoutId, ...row }: AppointmentRow) =>
  status === 'held' && payingCheckoutId !== null && isPatientOf(caller, row)
/** @throws packages.not_usable */
async function payWithPackage(
  tx: Tx,
  { caller, row, packageId, now }: Pick<Confirm, 'caller'> & { row: AppointmentRow; packageId: string; now: Date },
): Promise<void> {
  const { id: appointmentId, centerId, serviceId, startsAt } = row
  const use = { packageId, centerId, buyer: { patientId: caller.userId }, appointmentId, serviceId, startsAt, now }
  await setPaidByPackage(tx, { appointmentId, ...(await reserveFromPackage(tx, use)), now })
}

/** Adds the new dependant, unless the appointment was confirmed before: a repeated request adds them once. @returns their id */
async function addAttendee(
  tx: Tx,
  { platform, caller: { userId }, appointmentId, newDependant }: Confirm & { platform: Platform },
): Promise<string | undefined> {
  if (!newDependant) return undefined
  if (!(await lockUser(tx, userId))) throw failRequest('session.missing')
  const held = await findAppointment(tx, { appointmentId })
  if (held?.status !== 'held') return undefined
  // The patient confirms the time again, whose deposit is not paid yet.
  if (held.dependantId !== null && held.dependantName === newDependant.fullName) return held.dependantId
  const { id } = await addDependant(tx, { platform, userId, details: newDependant, path: 'newDependant.' })
  return id
}

/** The address of a home visit; null for other appointments, and when the patient has given none. */
async function findHomeAddress(
  tx: Tx,
  { caller, homeAddress, row }: Confirm & { row: AppointmentRow },
): Promise<string | null> {
  if (row.place !== 'home') return null
  return homeAddress || (await attendees.findProfileAddress(tx, { patientId: caller.userId }))
}

/** The holder reads how the hold ended; every other caller reads that it does not exist. */
async function failEnded(tx: Tx, { caller, appointmentId }: Pick<Confirm, 'caller' | 'appointmentId'>) {
  const reason = await findEndedHold(tx, { appointmentId, holders: holdersOf(caller) })
  if (reason === undefined) return fail('appointments.not_found')
  return fail(reason === 'replaced' ? 'appointments.hold_replaced' : 'appointments.hold_expired')
}
