import { ActionDialog } from '#web/features/admin/actions/action-dialog.tsx'
import { UndoDialog } from '#web/features/admin/actions/action-history.tsx'
import { centerActions } from '#web/features/admin/centers/center-actions.ts'
import { documentActions } from '#web/features/admin/documents/document-actions.ts'
import { cancelCommission, settleCommissions, settleMonth } from '#web/features/admin/finance/commission-actions.tsx'
import { RateDialog } from '#web/features/admin/finance/rate-dialog.tsx'
import { queueActions } from '#web/features/admin/moderation/queue-actions.ts'
import { userActions } from '#web/features/admin/users/user-actions.tsx'

import type { FormCase } from './form-case.ts'
import {
  action,
  centerId,
  centerOfStaff,
  centerRates,
  commission,
  nothing,
  owingCenter,
  queueItem,
  user,
} from './form-data.ts'

const can = { approve: true, reject: true, request: true }

/** The actions of staff. */
export const staffForms: readonly FormCase[] = [
  {
    form: 'a decision about a review',
    file: 'admin/actions/action-dialog.tsx',
    screen: <ActionDialog action={queueActions.delete} rows={[queueItem]} open onClose={nothing} />,
    route: 'reports.delete',
  },
  {
    form: 'a suspension',
    file: 'admin/actions/action-dialog.tsx',
    screen: <ActionDialog action={userActions.suspend} rows={[user]} open onClose={nothing} />,
    route: 'users.suspend',
  },
  {
    form: 'a change of role',
    file: 'admin/actions/action-dialog.tsx',
    screen: <ActionDialog action={userActions.setRole} rows={[user]} open onClose={nothing} />,
    route: 'users.setRole',
  },
  {
    form: 'the settlement of commissions',
    file: 'admin/actions/action-dialog.tsx',
    screen: (
      <ActionDialog
        action={settleCommissions('month')}
        rows={[{ ...owingCenter, id: centerId }]}
        open
        onClose={nothing}
      />
    ),
    route: 'commissions.settle',
  },
  {
    form: 'the settlement of a month',
    file: 'admin/actions/action-dialog.tsx',
    screen: (
      <ActionDialog
        action={settleMonth('2026-10-01')}
        rows={[{ ...owingCenter, payments: 2, onlineCents: 300_000, id: centerId }]}
        open
        onClose={nothing}
      />
    ),
    route: 'commissions.settleMonth',
  },
  {
    form: 'the cancellation of commissions',
    file: 'admin/actions/action-dialog.tsx',
    screen: <ActionDialog action={cancelCommission} rows={[commission]} open onClose={nothing} />,
    route: 'commissions.cancel',
  },
  {
    form: "a centre's rate",
    file: 'admin/finance/rate-dialog.tsx',
    screen: <RateDialog rates={centerRates} open onClose={nothing} />,
    route: 'commissions.setRate',
  },
  {
    form: 'the approval of a document',
    file: 'admin/actions/action-dialog.tsx',
    screen: (
      <ActionDialog
        action={documentActions.approve}
        rows={[{ id: centerId, name: 'Seguro', expiryDate: null, lastActionId: null, can }]}
        open
        onClose={nothing}
      />
    ),
    route: 'centerRecords.approveDocuments',
  },
  {
    form: 'the approval of a centre',
    file: 'admin/actions/action-dialog.tsx',
    screen: <ActionDialog action={centerActions.approve} rows={[centerOfStaff]} open onClose={nothing} />,
    route: 'centerRecords.approve',
  },
  {
    form: 'undoing an action',
    file: 'admin/actions/action-history.tsx',
    screen: <UndoDialog action={action} open onClose={nothing} />,
    route: 'moderation.undo',
  },
]
