import { type InferResult, sql } from 'kysely'
import type { CheckoutMethod, CheckoutStatus, PriceLine } from '#contract/checkouts.ts'
import type { Dispute } from '#contract/payment-accounts.ts'
import type { Receiver } from '#contract/tax-data.ts'
import type { VatPercent } from '#contract/vat.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { PackageTerms } from '#server/features/packages/usecases/sell-online.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import type { GatewayPage } from '#server/platform/payment-gateway.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { firstLateCheck } from './late-checks.ts'

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

/** Keeps the page that a simultaneous request has stored. @returns the stored one */
export async function setPageUrl(
  db: Db,
  { checkoutId, page }: OfCheckout & { page: GatewayPage },
): Promise<string | null> {
  const row = await db
    .updateTable('checkouts')
    .set((eb) => ({
      page_url: eb.fn.coalesce('page_url', eb.val(page.url)),
      page_id: eb.fn.coalesce('page_id', eb.val(page.id)),
    }))
    .where('id', '=', checkoutId)
    .returning('page_url as pageUrl')
    .executeTakeFirstOrThrow()
  return row.pageUrl
}

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

type DiscountRef = { kind: 'promotion' | 'reward'; id: string }

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

type NewCheckout = {
  id: string
  patientId: string
  centerId: string
  professionalId: string | null
  appointmentId: string | null
  sold: { offerId: string; terms: PackageTerms } | null
  idempotencyKey: string
  gateway: string
  paymentAccountId: string | null
  /** What the gateway takes from the payment in advance of the commission. */
  feeCents: number
  method: CheckoutMethod
  totalCents: number
  lines: readonly PriceLine[]
  isDeposit: boolean
  discount: DiscountRef | undefined
  receiver: Receiver | null
  now: Date
  expiresAt: Date
}

/** @returns false when another checkout has the key, or is in progress for the same appointment, package or discount */
export async function insertCheckout(tx: Tx, input: NewCheckout): Promise<boolean> {
  const { discount, sold } = input
  const row = await tx
    .insertInto('checkouts')
    .values({
      id: input.id,
      patient_id: input.patientId,
      center_id: input.centerId,
      professional_id: input.professionalId,
      appointment_id: input.appointmentId,
      package_offer_id: sold?.offerId ?? null,
      package_terms: sold && JSON.stringify(sold.terms),
      idempotency_key: input.idempotencyKey,
      gateway: input.gateway,
      payment_account_id: input.paymentAccountId,
      fee_amount: input.feeCents,
      method: input.method,
      status: 'created',
      amount: input.totalCents,
      lines: JSON.stringify(input.lines),
      is_deposit: input.isDeposit,
      receiver: input.receiver && JSON.stringify(input.receiver),
      vat_percent: sold
        ? tx
            .selectFrom('services')
            .where('id', '=', sold.terms.serviceIds[0] ?? null)
            .select('vat_percent')
        : tx.selectFrom('appointments').where('id', '=', input.appointmentId).select('vat_percent'),
      promotion_use_id: discount?.kind === 'promotion' ? discount.id : null,
      redemption_id: discount?.kind === 'reward' ? discount.id : null,
      created_at: input.now,
      updated_at: input.now,
      expires_at: input.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Change = OfCheckout & { now: Date }

/**
 * Changes nothing while another payment of the same appointment, package or discount is in process, as on a second page of the gateway:
 * the job asks about this checkout again. The caller has locked the appointment, or the patient's purchases, and the discount.
 */
export async function setPending(
  tx: Tx,
  { checkoutId, gatewayPaymentId, now }: Change & { gatewayPaymentId: string },
): Promise<void> {
  await sql`
    update checkouts set status = 'pending', gateway_payment_id = ${gatewayPaymentId}, updated_at = ${now}
    where id = ${checkoutId} and not exists (
      select from checkouts other
      where other.id <> checkouts.id and (other.status = 'pending' or other.status = 'created' and other.method = 'card')
        and (other.appointment_id = checkouts.appointment_id or other.promotion_use_id = checkouts.promotion_use_id
          or other.redemption_id = checkouts.redemption_id
          or other.patient_id = checkouts.patient_id and other.package_offer_id = checkouts.package_offer_id))`.execute(
    tx,
  )
}

type Decline = Change & { gatewayPaymentId: string; reason: string; card: Card }
type Card = { brand: string; lastFour: string } | null

export async function setDeclined(tx: Tx, { checkoutId, gatewayPaymentId, reason, card, now }: Decline): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({
      status: 'declined',
      ...firstLateCheck({ status: 'declined', now }),
      gateway_payment_id: gatewayPaymentId,
      decline_reason: reason,
      card_brand: card?.brand ?? null,
      card_last_four: card?.lastFour ?? null,
      updated_at: now,
    })
    .where('id', '=', checkoutId)
    .execute()
}

type Approved = Change & {
  gatewayPaymentId: string
  /** What the gateway took of the fee that Senda asked. */
  feeCents: number
  card: Card
}

export async function setApproved(
  tx: Tx,
  { checkoutId, gatewayPaymentId, feeCents, card, now }: Approved,
): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({
      status: 'approved',
      ...firstLateCheck({ status: 'approved', now }),
      fee_amount: sql<number>`least(fee_amount, ${feeCents}::bigint)`,
      gateway_payment_id: gatewayPaymentId,
      decline_reason: null,
      card_brand: card?.brand ?? null,
      card_last_four: card?.lastFour ?? null,
      receipt_number: sql<number>`nextval('receipt_numbers')`,
      approved_at: now,
      updated_at: now,
    })
    .where('id', '=', checkoutId)
    .execute()
}

export async function setExpired(tx: Tx, { checkoutId, now }: Change): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ status: 'expired', ...firstLateCheck({ status: 'expired', now }), updated_at: now })
    .where('id', '=', checkoutId)
    .where('status', '=', sql.lit('created'))
    .execute()
}

type GatewayState = Change & { refundedCents: number; dispute: Dispute | null }

/** What became of an approved payment at the gateway. @returns whether a dispute began or changed */
export async function setGatewayState(
  tx: Tx,
  { checkoutId, refundedCents, dispute, now }: GatewayState,
): Promise<boolean> {
  const { rows } = await sql<{ isNews: boolean }>`
    update checkouts set gateway_refunded_amount = least(checkouts.amount,
        greatest(checkouts.gateway_refunded_amount, ${refundedCents}::integer)),
      dispute = ${dispute}, disputed_at = case when ${dispute}::text is null then null
        when checkouts.dispute = ${dispute} then checkouts.disputed_at else ${now}::timestamptz end
    from checkouts as before
    where checkouts.id = ${checkoutId} and before.id = checkouts.id and checkouts.status = 'approved'
      and (checkouts.gateway_refunded_amount < least(checkouts.amount, ${refundedCents}::integer) or checkouts.dispute is distinct from ${dispute})
    returning checkouts.dispute is not null and checkouts.dispute is distinct from before.dispute as "isNews"`.execute(
    tx,
  )
  return rows[0]?.isNews ?? false
}

export async function setFee(tx: Tx, { checkoutId, feeCents, now }: Change & { feeCents: number }): Promise<void> {
  const set = { fee_amount: sql<number>`least(amount, ${feeCents}::integer)`, updated_at: now }
  await tx.updateTable('checkouts').set(set).where('id', '=', checkoutId).execute()
}

/** Records that the gateway was asked, so that the next run asks about other checkouts first. */
export async function touchCheckout(db: Db | Tx, { checkoutId, now }: Change): Promise<void> {
  await db.updateTable('checkouts').set({ updated_at: now }).where('id', '=', checkoutId).execute()
}

/** The created and pending checkouts of the gateway that were last updated before `before`, the oldest update first. */
export async function listUnsettled(
  db: Db,
  { gateway, before, limit }: { gateway: string; before: Date; limit: number },
) {
  return db
    .selectFrom('checkouts')
    .select(['id', 'expires_at as expiresAt', 'payment_account_id as paymentAccountId'])
    .where('gateway', '=', gateway)
    .where('status', 'in', [sql.lit('created'), sql.lit('pending')])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}
