import { z } from 'zod'
import { accountErrors } from './accounts.ts'
import { centerRecordErrors } from './center-records.ts'
import { centerErrors } from './centers.ts'
import { commissionErrors } from './commissions.ts'
import { complianceErrors } from './compliance.ts'
import { pickErrors } from './errors.ts'
import { loyaltyErrors } from './loyalty-errors.ts'
import { actionReason, moderationErrors, recordedAction } from './moderation.ts'
import { promotionErrors } from './promotions.ts'
import { reportErrors } from './reports.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { userErrors } from './users.ts'
import { id } from './values.ts'

/** Not in moderation.ts, because it declares the errors of every feature whose actions it undoes, and these import moderation.ts. */
export const undoAction = route({
  method: 'POST',
  path: '/staff/actions/{actionId}/undo',
  access: staffRoles,
  // An action may have changed any list of staff.
  changes: [
    'moderation',
    'users',
    'accounts.listStaff',
    'centerRecords',
    'reports',
    'commissions',
    'loyalty',
    'promotions',
    'operator',
  ],
  summary: 'Deshace una medida',
  tags: ['Administración'],
})
  .input(z.object({ actionId: id, reason: actionReason }))
  .output(recordedAction)
  .errors({
    ...moderationErrors,
    ...pickErrors(accountErrors, 'accounts.not_found'),
    ...pickErrors(userErrors, 'users.not_allowed', 'users.center_busy', 'users.last_administrator'),
    ...pickErrors(centerErrors, 'centers.not_found'),
    ...pickErrors(
      centerRecordErrors,
      'centerRecords.own_center',
      'centerRecords.owner_blocked',
      'centerRecords.replaced',
    ),
    ...pickErrors(complianceErrors, 'compliance.not_found'),
    ...pickErrors(commissionErrors, 'commissions.not_found', 'commissions.admin_only'),
    ...pickErrors(
      reportErrors,
      'reports.not_found',
      'reports.own',
      'reports.of_staff',
      'reports.time_taken',
      'reports.no_show_closed',
      'reports.not_reversible',
      'reports.commission_paid',
    ),
    ...pickErrors(
      loyaltyErrors,
      'loyalty.reward_not_found',
      'loyalty.admin_only',
      'loyalty.stock_below_redeemed',
      'loyalty.more_than_available',
    ),
    ...pickErrors(promotionErrors, 'promotions.not_found', 'promotions.admin_only', 'promotions.limit_below_used'),
  })
