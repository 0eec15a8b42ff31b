import type { z } from 'zod'
import type { appointment } from '#contract/appointments.ts'
import { pinPrecisionOf } from '#server/features/centers/rules/pins.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Caller, isPaymentDisputed, patientAbilities } from '../appointments.policy.ts'
import { dependantForPatient } from '../mail/wording.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { asksToMove, awaitsDeposit, presentTerms, startBeforeMove, termsVersion } from '../rules/lifecycle.ts'
import {
  cancelledRefundOf,
  objectionDeadline,
  objectionKind,
  undonePaymentOf,
  upheldObjection,
} from '../rules/objections.ts'
import { dueOf } from '../rules/payments.ts'
import { againVersion } from '../rules/session-terms.ts'

export function presentAppointment({
  row,
  caller,
  platform,
}: {
  row: AppointmentRow
  caller: Caller
  platform: Pick<Platform, 'clock' | 'gateway'>
}): z.input<typeof appointment> {
  const now = platform.clock.now()
  const { isCenterApproved } = row
  return {
    ...row,
    ...(!isCenterApproved && isReasonOfCenter(row) && { cancellationReason: null }),
    terms: termsVersion({ appointment: row, now }),
    againTerms: againVersion(row),
    center: {
      id: row.centerId,
      name: row.centerName,
      address: row.centerAddress,
      neighborhood: row.centerNeighborhood,
      department: row.centerDepartment,
      phone: row.centerPhone,
      latitude: row.centerLatitude,
      longitude: row.centerLongitude,
      pinPrecision: pinPrecisionOf({ latitude: row.centerLatitude, isPinExact: row.isCenterPinExact }),
      worksAlone: row.worksAlone,
      presence: row.centerPresence,
    },
    professional: { id: row.professionalId, name: row.professionalName, photoUrl: row.professionalPhotoUrl },
    service: {
      id: row.serviceId,
      name: row.serviceName,
      serviceType: row.serviceType,
      durationMinutes: row.durationMinutes,
    },
    attendee:
      row.patientName === null
        ? null
        : { name: dependantForPatient(row) ?? row.patientName, dependantId: row.dependantId },
    dueCents: isPaymentDisputed(row) ? 0 : dueOf(row),
    deposit: presentDeposit(row),
    currency: 'UYU',
    asksToMove: asksToMove({ ...row, now }),
    cancellation: presentTerms({ appointment: row, now }),
    reviewed: row.reviewId !== null,
    rating: row.reviewRating,
    reviewComment: row.reviewComment,
    reviewReply:
      isCenterApproved && row.reviewReply !== null && row.reviewRepliedAt !== null
        ? { text: row.reviewReply, repliedAt: row.reviewRepliedAt }
        : null,
    movedFrom: startBeforeMove(row)?.toISOString() ?? null,
    // A server of an earlier version leaves the column as it is when the patient moves it.
    moveReason: row.movedBy === 'center' && isCenterApproved ? row.moveReason : null,
    objectionKind: objectionKind(row),
    objectUntil: objectionDeadline(row) ?? null,
    undonePayment: undonePaymentOf(row),
    cancelledRefund: cancelledRefundOf(row),
    upheldObjection: upheldObjection(row),
    can: patientAbilities({ appointment: row, caller, paysOnline: takesPayments({ ...platform, ...row }), now }),
  }
}

function presentDeposit({ depositCents, depositFor, ...row }: AppointmentRow) {
  if (depositCents === null || depositFor === null) return null
  const restCents = Math.max(row.priceCents - row.discountCents - depositCents, 0)
  return { cents: depositCents, restCents, for: depositFor, isDue: awaitsDeposit(row) }
}

/** The centre wrote why, and not the patient or staff. What it wrote isn't shown while staff have not approved it. */
const isReasonOfCenter = ({ cancelledBy, cancelledAtDesk }: AppointmentRow) =>
  cancelledBy === 'center' || cancelledAtDesk === true
