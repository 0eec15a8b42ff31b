import { splitVat } from '#contract/vat.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { DeclineReason } from '#server/platform/payment-gateway.ts'
import { fail } from './checkouts.errors.ts'
import { isRefundable } from './checkouts.policy.ts'
import * as repository from './repository/checkouts.ts'
import { readQuote } from './usecases/read-quote.ts'
import { refundDirect } from './usecases/refund-direct.ts'
import { settleFree } from './usecases/settle-free.ts'
import { startCheckout } from './usecases/start-checkout.ts'

const declineTexts: Record<string, string> = {
  declined: 'El banco rechazó la tarjeta. Prueba con otra, o llama a tu banco.',
  insufficient_funds: 'La tarjeta no tiene saldo suficiente. Prueba con otra.',
  expired_card: 'La tarjeta está vencida. Prueba con otra.',
  cancelled: 'El pago se canceló en la página del medio de pago. No se cobró nada.',
} satisfies Record<DeclineReason, string>

const pageSize = 20

export const checkoutsRoutes = {
  quote: api.checkouts.quote.handler(async ({ input, context }) => {
    const { userId: patientId } = withUserId(context, input)
    const quoted = await readQuote(context.platform, { ...input, patientId })
    const { discount, inProgress } = quoted
    return { ...quoted, discountId: discount?.id ?? null, inProgress: inProgress ? present(inProgress) : null }
  }),

  start: api.checkouts.start.handler(async ({ input, context }) => {
    const { userId: patientId } = withUserId(context, input)
    const request = { ...input, patientId, address: context.visitor.address }
    const { checkout, redirectUrl } = await startCheckout(context.platform, request)
    return { checkout: present(checkout), redirectUrl }
  }),

  settle: api.checkouts.settle.handler(async ({ input, context }) => {
    const { userId: patientId } = withUserId(context, input)
    return { discountCents: await settleFree(context.platform, { ...input, patientId }) }
  }),

  get: api.checkouts.get.handler(async ({ input, context }) => {
    const { userId, checkoutId } = withUserId(context, input)
    const checkout = await repository.findCheckout(context.platform.db, { checkoutId })
    if (checkout?.patientId !== userId) throw fail('checkouts.not_found')
    return present(checkout)
  }),

  list: api.checkouts.list.handler(async ({ input, context }) => {
    const { userId: patientId, limit = pageSize, cursor } = withUserId(context, input)
    const rows = await repository.listOfPatient(context.platform.db, {
      patientId,
      limit: limit + 1,
      after: readCursor(cursor),
    })
    return pageOf(rows, { limit, cursorOf: ({ createdAt, id }) => writeCursor({ at: createdAt, id }), present })
  }),

  refund: api.checkouts.refund.handler(async ({ input, context }) => {
    const { userId: patientId, checkoutId } = withUserId(context, input)
    return present(await refundDirect(context.platform, { checkoutId, patientId }))
  }),
}

function present(row: repository.CheckoutRow) {
  const { cardBrand: brand, cardLastFour: lastFour, declineReason } = row
  return {
    ...row,
    isPackage: row.packageTerms !== null,
    card: brand === null || lastFour === null ? null : { brand, lastFour },
    declineReason: declineReason === null ? null : (declineTexts[declineReason] ?? declineTexts.declined ?? null),
    vat: vatOf(row),
    isRefundDone: row.refundedCents > 0 && !row.isRefundPending,
    can: { refund: isRefundable(row) },
  }
}

function vatOf({ vatPercent: percent, totalCents: cents }: repository.CheckoutRow) {
  return percent === null ? null : { percent, ...splitVat({ cents, percent }) }
}
