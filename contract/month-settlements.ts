import { z } from 'zod'
import { commissionErrors, owedCents, settlementReference } from './commissions.ts'
import { pickErrors } from './errors.ts'
import { actionOutcomes, maxTargets } from './moderation.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { firstOfMonth, id } from './values.ts'

export const centerToSettle = z.object({
  centerId: id,
  centerName: z.string(),
  /** Pending commissions of the month and of earlier ones, and their sum less the credits. */
  count: z.number().int(),
  commissionCents: owedCents,
  /** The online payments to pass on, and their sum. */
  payments: z.number().int(),
  onlineCents: owedCents,
  can: z.object({ settle: z.boolean() }),
})
export type CenterToSettle = z.output<typeof centerToSettle>
const seenSums = centerToSettle.pick({ count: true, commissionCents: true, onlineCents: true })

/** Staff see this many centres at once; those that are settled make room for the others. */
export const maxCentersToSettle = 100

export const settledMonth = z.object({
  items: z.array(
    actionOutcomes.shape.items.element.extend({
      /** What a refused centre has open now. */
      open: seenSums.nullable(),
    }),
  ),
})
export type SettledMonth = z.output<typeof settledMonth>

const tags = ['Administración']

/** Staff pass on what the patients of a centre paid online in a month that is over, less its commissions. */
export const monthSettlements = {
  toSettle: route({
    method: 'GET',
    path: '/staff/months/to-settle',
    access: staffRoles,
    summary: 'Los centros con dinero por liquidar hasta el fin de un mes',
    tags,
  })
    .input(z.object({ month: firstOfMonth }))
    .output(z.object({ items: z.array(centerToSettle), total: z.number().int() })),
  settleMonth: route({
    method: 'POST',
    path: '/staff/months/settle',
    access: staffRoles,
    changes: ['commissions'],
    summary: 'Liquida un mes terminado: pasa los pagos en línea al centro y cobra las comisiones',
    tags,
  })
    .input(
      z.object({
        month: firstOfMonth,
        reference: settlementReference,
        /** The centres, each with what the caller has seen. */
        targets: z.array(seenSums.extend({ id })).min(1).max(maxTargets, `Como máximo ${maxTargets} centros a la vez`),
      }),
    )
    .output(settledMonth)
    .errors(pickErrors(commissionErrors, 'commissions.month_not_over')),
}
