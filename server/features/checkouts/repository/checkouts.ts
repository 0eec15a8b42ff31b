import { type InferResult, sql } from 'kysely'
import type { CheckoutMethod, CheckoutStatus, PriceLine } from '#contract/checkouts.ts'
import type { Dispute } from '#contract/payment-accounts.ts'
import type { Receiver } from '#contract/tax-data.ts'
import type { VatPercent } from '#contract/vat.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { PackageTerms } from '#server/features/packages/usecases/sell-online.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'

/** What a patient sees. */
export const shownColumns = [
  'checkouts.id',
  'checkouts.status',
  'checkouts.method',
  'checkouts.appointment_id as appointmentId',
  'checkouts.is_deposit as isDeposit',
  'center_profiles.center_name as centerName',
  'checkouts.amount as totalCents',
  'checkouts.card_brand as cardBrand',
  'checkouts.card_last_four as cardLastFour',
  'checkouts.receipt_number as receiptNumber',
  'checkouts.refunded_amount as refundedCents',
  'checkouts.vat_percent as vatPercent',
  'checkouts.created_at as createdAt',
  'checkouts.approved_at as approvedAt',
] as const

/** Of a package, all who give it. */
export const professionalName = sql<string>`coalesce(professionals.full_name, (
  select string_agg(name, ', ') from jsonb_array_elements_text(checkouts.package_terms -> 'professionalNames') as name))`.as(
  'professionalName',
)

function checkoutRows(db: Db | Tx) {
  return db
    .selectFrom('checkouts')
    .innerJoin('center_profiles', 'center_profiles.id', 'checkouts.center_id')
    .leftJoin('professionals', 'professionals.id', 'checkouts.professional_id')
    .innerJoin('profiles', 'profiles.id', 'checkouts.patient_id')
    .select([
      ...shownColumns,
      'checkouts.gateway',
      'checkouts.payment_account_id as paymentAccountId',
      'checkouts.fee_amount as feeCents',
      'checkouts.taken_fee_amount as takenFeeCents',
      'checkouts.page_id as pageId',
      'checkouts.gateway_refunded_amount as gatewayRefundedCents',
      'checkouts.dispute',
      'checkouts.patient_id as patientId',
      'checkouts.center_id as centerId',
      'checkouts.professional_id as professionalId',
      'checkouts.package_offer_id as offerId',
      'checkouts.seen_starts_at as startsAt',
      'checkouts.seen_place as place',
      'checkouts.promotion_use_id as promotionUseId',
      'checkouts.redemption_id as redemptionId',
      'checkouts.decline_reason as declineReason',
      'checkouts.gateway_payment_id as gatewayPaymentId',
      'checkouts.expires_at as expiresAt',
      'checkouts.page_url as pageUrl',
    ])
    .select((eb) => [
      worksAlone('center_profiles').as('worksAlone'),
      professionalName,
      sql<PriceLine[]>`checkouts.lines`.as('lines'),
      sql<PackageTerms | null>`checkouts.package_terms`.as('packageTerms'),
      sql<Receiver | null>`checkouts.receiver`.as('receiver'),
      // No mail may go to the address of a deleted account.
      sql<string | null>`case when profiles.status <> 'deleted' then profiles.email end`.as('patientEmail'),
      eb
        .exists(
          eb
            .selectFrom('gateway_refunds')
            .select('gateway_refunds.id')
            .whereRef('gateway_refunds.checkout_id', '=', 'checkouts.id')
            .where('gateway_refunds.done_at', 'is', null)
            .where('gateway_refunds.surplus_payment_id', 'is', null),
        )
        .$castTo<boolean>()
        .as('isRefundPending'),
      eb
        .exists(eb.selectFrom('payments').select('payments.id').whereRef('payments.checkout_id', '=', 'checkouts.id'))
        .$castTo<boolean>()
        .as('isConsumed'),
    ])
    .$narrowType<{
      status: CheckoutStatus
      method: CheckoutMethod
      dispute: Dispute | null
      vatPercent: VatPercent | null
    }>()
}

export type CheckoutRow = InferResult<ReturnType<typeof checkoutRows>>[number]

type OfCheckout = { checkoutId: string }

export async function findCheckout(db: Db | Tx, { checkoutId }: OfCheckout): Promise<CheckoutRow | undefined> {
  const [row] = await byIdQuery(db, { checkoutId })
  return row
}

/** The caller knows that the checkout exists. */
export async function requireCheckout(db: Db | Tx, { checkoutId }: OfCheckout): Promise<CheckoutRow> {
  const [row] = await byIdQuery(db, { checkoutId })
  if (!row) throw new Error(`no checkout ${checkoutId}`)
  return row
}

const byIdQuery = builtOnce((db, { checkoutId }: OfCheckout) => checkoutRows(db).where('checkouts.id', '=', checkoutId))

/** The account that a checkout's payment goes to; undefined without such a checkout. */
export function findAccountOf(db: Db, { checkoutId }: OfCheckout) {
  return db
    .selectFrom('checkouts')
    .where('id', '=', checkoutId)
    .select(['payment_account_id as paymentAccountId', 'gateway'])
    .executeTakeFirst()
}

/** The patient, the appointment, the discount and the account of a checkout, which never change, and the offer until it is deleted. */
export function findTarget(db: Db | Tx, { checkoutId }: OfCheckout) {
  return db
    .selectFrom('checkouts')
    .where('id', '=', checkoutId)
    .select([
      'patient_id as patientId',
      'center_id as centerId',
      'appointment_id as appointmentId',
      'package_offer_id as offerId',
      'promotion_use_id as promotionUseId',
      'redemption_id as redemptionId',
      'payment_account_id as paymentAccountId',
    ])
    .executeTakeFirst()
}

export async function lockCheckout(tx: Tx, { checkoutId }: OfCheckout): Promise<CheckoutRow | undefined> {
  const [, row] = await inOrder(tx, [
    sql`select from checkouts where id = ${checkoutId} for update`.execute(tx),
    findCheckout(tx, { checkoutId }),
  ])
  return row
}

type OfRequest = { patientId: string; idempotencyKey: string }

export async function findByKey(
  db: Db | Tx,
  { patientId, idempotencyKey }: OfRequest,
): Promise<CheckoutRow | undefined> {
  const [row] = await byKeyQuery(db, { patientId, idempotencyKey })
  return row
}

const byKeyQuery = builtOnce((db, { patientId, idempotencyKey }: OfRequest) =>
  checkoutRows(db)
    .where('checkouts.patient_id', '=', patientId)
    .where('checkouts.idempotency_key', '=', idempotencyKey),
)

type OfAppointment = { appointmentId: string }

/** The appointment's checkout that the gateway has not decided yet: pending, or created with a card. */
export async function findInProgress(db: Db | Tx, { appointmentId }: OfAppointment): Promise<CheckoutRow | undefined> {
  const [row] = await inProgressQuery(db, { appointmentId })
  return row
}

const inProgressQuery = builtOnce((db, { appointmentId }: OfAppointment) =>
  checkoutRows(db)
    .where('checkouts.appointment_id', '=', appointmentId)
    .where((eb) =>
      eb.or([
        eb('checkouts.status', '=', sql.lit('pending')),
        eb.and([eb('checkouts.status', '=', sql.lit('created')), eb('checkouts.method', '=', sql.lit('card'))]),
      ]),
    ),
)

type Purchase = { patientId: string; offerId: string }

/** The patient's checkout of a package that the gateway has not decided yet. */
export function findPurchaseInProgress(
  db: Db | Tx,
  { patientId, offerId }: Purchase,
): Promise<CheckoutRow | undefined> {
  return checkoutRows(db)
    .where('checkouts.patient_id', '=', patientId)
    .where('checkouts.package_offer_id', '=', offerId)
    .where(sql<boolean>`(checkouts.status = 'pending' or checkouts.status = 'created' and checkouts.method = 'card')`)
    .executeTakeFirst()
}

export type DiscountRef = { kind: 'promotion' | 'reward'; id: string }

export async function isDiscountInUse(tx: Tx, { discount }: { discount: DiscountRef }): Promise<boolean> {
  const column = discount.kind === 'promotion' ? 'promotion_use_id' : 'redemption_id'
  const row = await tx
    .selectFrom('checkouts')
    .where(column, '=', discount.id)
    .where(sql<boolean>`(status = 'pending' or status = 'created' and method = 'card')`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function sumCredits(db: Db | Tx, { appointmentId }: { appointmentId: string }): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('checkouts', 'checkouts.id', 'payments.checkout_id')
    .where('payments.appointment_id', '=', appointmentId)
    .where('payments.undone_at', 'is', null)
    .where('checkouts.appointment_id', 'is', null)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('payments.amount'), sql<number>`0`).as('sum'))
    .executeTakeFirstOrThrow()
  return row.sum
}

/** The approved and pending checkouts of a patient, newest first. */
export function listOfPatient(
  db: Db,
  { patientId, limit, after }: { patientId: string; limit: number; after: Position | undefined },
): Promise<CheckoutRow[]> {
  return checkoutRows(db)
    .where('checkouts.patient_id', '=', patientId)
    .where('checkouts.status', 'in', [sql.lit('approved'), sql.lit('pending')])
    .where(olderThan({ at: 'checkouts.created_at', id: 'checkouts.id', after }))
    .orderBy('checkouts.created_at', 'desc')
    .orderBy('checkouts.id')
    .limit(limit)
    .execute()
}
