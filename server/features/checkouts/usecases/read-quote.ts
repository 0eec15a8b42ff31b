import { findOwnPayable } from '#server/features/appointments/usecases/pay-online.ts'
import type { PaymentGateway } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../checkouts.errors.ts'
import * as repository from '../repository/checkouts.ts'
import { type Price, priceOfAppointment, priceOfDirectPayment } from '../rules/price-lines.ts'

/** Either an appointment of the patient or a professional. */
export type Target = { appointmentId?: string | undefined; professionalId?: string | undefined }

export type Quote = Price & {
  appointmentId: string | null
  professionalId: string
  professionalName: string
  centerId: string
  centerName: string
}

type Request = Target & { patientId: string }

/** @throws checkouts.off */
export function requireGateway({ gateway }: Platform): PaymentGateway {
  if (!gateway) throw fail('checkouts.off')
  return gateway
}

/** The price now. Starting a checkout computes it again, under the appointment's lock. */
export async function quote(db: Db | Tx, { appointmentId, professionalId, patientId }: Request): Promise<Quote> {
  if (appointmentId !== undefined) return quoteAppointment(db, { appointmentId, patientId })
  const professional = await repository.findPayableProfessional(db, { professionalId: professionalId ?? '' })
  if (!professional) throw fail('checkouts.unknown_professional')
  return { ...professional, ...priceOfDirectPayment(professional), appointmentId: null }
}

async function quoteAppointment(
  db: Db | Tx,
  { appointmentId, patientId }: { appointmentId: string; patientId: string },
): Promise<Quote> {
  const row = await findOwnPayable(db, { appointmentId, patientId })
  if (!row) throw fail('checkouts.not_found')
  if (row.dueCents === 0) throw fail(row.paidCents > 0 ? 'checkouts.already_paid' : 'checkouts.not_payable')
  const creditCents = row.paidCents === 0 ? 0 : await repository.sumCredits(db, { appointmentId })
  return { ...row, ...priceOfAppointment({ ...row, creditCents }), appointmentId }
}

export async function readQuote(platform: Platform, request: Request) {
  const gateway = requireGateway(platform)
  const quoted = await quote(platform.db, request)
  const inProgress =
    quoted.appointmentId === null
      ? undefined
      : await repository.findInProgress(platform.db, { appointmentId: quoted.appointmentId })
  return {
    ...quoted,
    gateway: { isTest: gateway.isTest, tokensUrl: gateway.tokens.url, helpUrl: gateway.tokens.helpUrl },
    inProgress,
  }
}
