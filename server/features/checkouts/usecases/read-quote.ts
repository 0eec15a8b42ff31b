import type { CancellationTerms } from '#contract/cancellation.ts'
import { isPaymentDisputed } from '#server/features/appointments/appointments.policy.ts'
import { depositDue } from '#server/features/appointments/rules/deposits.ts'
import { isAgreedByPaying, isHoldLive } from '#server/features/appointments/rules/lifecycle.ts'
import { readUsableDiscounts } from '#server/features/appointments/usecases/discounts.ts'
import { findOwnPayable, hasLostHold, readTerms } from '#server/features/appointments/usecases/pay-online.ts'
import { reachesPatients } from '#server/features/centers/repository/closed.ts'
import { hasTooMany, type PackageTerms, requirePublished } from '#server/features/packages/usecases/sell-online.ts'
import { findConnected } from '#server/features/payment-accounts/repository/payment-accounts.ts'
import type { Discount } from '#server/features/promotions/usecases/discounts.ts'
import type { PaymentGateway } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../checkouts.errors.ts'
import * as repository from '../repository/checkouts.ts'
import { findPayableProfessional } from '../repository/payable-professionals.ts'
import { type Price, priceOfAppointment, priceOfDirectPayment, priceOfPackage } from '../rules/price-lines.ts'

export type Target = {
  appointmentId?: string | undefined
  professionalId?: string | undefined
  offerId?: string | undefined
}

export type Quote = Price & {
  appointmentId: string | null
  /** The package that is bought. */
  sold: { offerId: string; terms: PackageTerms } | null
  /** The start of the appointment; null for a package and for a direct payment. */
  startsAt: Date | null
  isDeposit: boolean
  /** Until when the time is held for this payment of its deposit; null for every other payment. */
  heldUntil: Date | null
  /** The version of the terms of the appointment or of the package, which the patient agrees to by paying; null for a direct payment. */
  terms: string | null
  cancellation: CancellationTerms | null
  professionalId: string | null
  professionalName: string
  centerId: string
  centerName: string
  worksAlone: boolean
  discounts: Discount[]
  /** Why a reward of the patient is not among the discounts, in Spanish. */
  rewardsNotice: string | null
  discount: Discount | undefined
}

type Request = Target & {
  patientId: string
  /** Undefined selects the first discount, which is what the patient's pages announce; an unknown id selects none. */
  discountId?: string | undefined
}

/** @throws checkouts.off */
export function requireGateway({ gateway }: Platform): PaymentGateway {
  if (!gateway) throw fail('checkouts.off')
  return gateway
}

type Receiver = { gateway: PaymentGateway; centerId: string }

/** The account on which the centre receives the payment; null: the gateway knows none. @throws checkouts.off without one */
export async function requireAccount(db: Db | Tx, { gateway, centerId }: Receiver): Promise<string | null> {
  if (!gateway.accounts) return null
  const account = await findConnected(db, { centerId })
  if (!account || account.lostAt !== null) throw fail('checkouts.off')
  return account.id
}

/** The price now. Starting a checkout computes it again while the appointment is locked. */
export async function quote(db: Db | Tx, request: Request & { now: Date }): Promise<Quote> {
  const { appointmentId, professionalId, offerId } = request
  if (appointmentId !== undefined) return quoteAppointment(db, { ...request, appointmentId })
  if (offerId !== undefined) return quotePackage(db, { ...request, offerId })
  const professional = await findPayableProfessional(db, { professionalId: professionalId ?? '' })
  if (!professional) throw fail('checkouts.unknown_professional')
  const price = priceOfDirectPayment(professional)
  return { ...professional, ...price, ...unbooked, sold: null, terms: null }
}

/** What neither a package nor a direct payment has. */
const unbooked = {
  appointmentId: null,
  startsAt: null,
  isDeposit: false,
  heldUntil: null,
  cancellation: null,
  discounts: [],
  rewardsNotice: null,
  discount: undefined,
}

/** @throws packages.offer_not_found, checkouts.too_many_packages */
async function quotePackage(
  db: Db | Tx,
  { offerId, patientId }: { offerId: string; patientId: string },
): Promise<Quote> {
  const offer = await requirePublished(db, { offerId, patientId })
  const { centerId, centerName, worksAlone, terms, priceCents } = offer
  if (await hasTooMany(db, { centerId, patientId })) throw fail('checkouts.too_many_packages')
  return {
    ...unbooked,
    ...priceOfPackage({ ...terms, priceCents }),
    centerId,
    centerName,
    worksAlone,
    professionalId: null,
    professionalName: terms.professionalNames.join(', '),
    sold: { offerId, terms },
    terms: offer.version,
  }
}

type OfAppointment = Omit<Request, 'professionalId'> & { appointmentId: string; now: Date }

async function quoteAppointment(
  db: Db | Tx,
  { appointmentId, patientId, discountId, now }: OfAppointment,
): Promise<Quote> {
  const row = await findOwnPayable(db, { appointmentId, patientId })
  if (!row) {
    throw fail((await hasLostHold(db, { appointmentId, patientId })) ? 'checkouts.hold_lost' : 'checkouts.not_found')
  }
  const { isDeposit, holdExpiresAt: heldUntil } = row
  if (isDeposit && !isHoldLive({ ...row, now })) throw fail('checkouts.hold_lost')
  if (row.dueCents === 0) {
    throw fail(row.paidCents + row.discountCents > 0 ? 'checkouts.already_paid' : 'checkouts.not_payable')
  }
  // Until staff have decided whether it was paid, nothing is due.
  if (isPaymentDisputed(row)) throw fail('checkouts.not_payable')
  if (!(isDeposit || isAgreedByPaying({ ...row, now })) || !(await reachesPatients(db, { ...row, now })))
    throw fail('checkouts.not_payable')
  const creditCents = row.paidCents === 0 ? 0 : await repository.sumCredits(db, { appointmentId })
  // A discount lowers the price as it does once the deposit has booked the time.
  const priced = isDeposit ? ({ ...row, status: 'pending' } as const) : row
  const { discounts, rewardsNotice } = await readUsableDiscounts(db, { row: priced, centerId: row.centerId, now })
  const discount = discountId === undefined ? discounts[0] : discounts.find(({ id }) => id === discountId)
  const earlier = { kind: 'promotion', label: 'Descuento', discountCents: row.discountCents } as const
  const used = row.discountCents > 0 ? earlier : discount
  const depositCents = isDeposit ? depositDue({ ...row, discountCents: used?.discountCents ?? 0 }) : undefined
  const price = priceOfAppointment({ ...row, creditCents, discount: used, depositCents })
  const { terms, cancellation } = readTerms({ row, now })
  // What took place can no longer be cancelled.
  const ahead = row.startsAt > now ? cancellation : null
  const quoted = { ...row, ...price, heldUntil, terms, cancellation: ahead, discounts, rewardsNotice, discount }
  return { ...quoted, appointmentId, sold: null }
}

/** The patient's payment of the same thing that the gateway has not decided yet. */
export async function findPaymentInProgress(
  db: Db | Tx,
  { appointmentId, offerId, patientId }: Target & { patientId: string },
): Promise<repository.CheckoutRow | undefined> {
  if (appointmentId !== undefined) return repository.findInProgress(db, { appointmentId })
  return offerId === undefined ? undefined : repository.findPurchaseInProgress(db, { patientId, offerId })
}

export async function readQuote(platform: Platform, request: Request) {
  const gateway = requireGateway(platform)
  const quoted = await quote(platform.db, { ...request, now: platform.clock.now() })
  const inProgress = await findPaymentInProgress(platform.db, request)
  // What the gateway is deciding is shown also when the centre has lost its account since.
  if (!inProgress) await requireAccount(platform.db, { gateway, centerId: quoted.centerId })
  return {
    ...quoted,
    package: quoted.sold?.terms ?? null,
    gateway: {
      label: gateway.label,
      isTest: gateway.isTest,
      methods: [...gateway.methods],
      tokensUrl: gateway.tokens?.url ?? null,
      helpUrl: gateway.tokens?.helpUrl ?? null,
    },
    inProgress,
  }
}
