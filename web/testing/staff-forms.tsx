import { MeasureCenterDialog } from '#web/features/admin/centers/measure-center-dialog.tsx'
import { ReviewDialog as DocumentReviewDialog } from '#web/features/admin/documents/review-dialog.tsx'
import { CancelDialog } from '#web/features/admin/finance/cancel-dialog.tsx'
import { RateDialog } from '#web/features/admin/finance/rate-dialog.tsx'
import { SettleDialog } from '#web/features/admin/finance/settle-dialog.tsx'
import { UndoDialog } from '#web/features/admin/measures/undo-dialog.tsx'
import { QueueMeasureDialog } from '#web/features/admin/moderation/queue-measure-dialog.tsx'
import { MeasureDialog } from '#web/features/admin/users/measure-dialog.tsx'

import type { FormCase } from './form-case.ts'
import {
  centerId,
  centerOfStaff,
  centerRates,
  commission,
  measure,
  nothing,
  owingCenter,
  queueItem,
  user,
} from './form-data.ts'

/** The measures of staff. */
export const staffForms: readonly FormCase[] = [
  {
    form: 'a decision about a review',
    file: 'admin/moderation/queue-measure-dialog.tsx',
    screen: <QueueMeasureDialog measure="delete" items={[queueItem]} open onClose={nothing} />,
    route: 'reports.delete',
  },
  {
    form: 'a suspension',
    file: 'admin/users/measure-dialog.tsx',
    screen: <MeasureDialog measure="suspend" users={[user]} open onClose={nothing} />,
    route: 'users.suspend',
    impossible: ['role'],
  },
  {
    form: 'a change of role',
    file: 'admin/users/measure-dialog.tsx',
    screen: <MeasureDialog measure="setRole" users={[user]} open onClose={nothing} />,
    route: 'users.setRole',
    impossible: ['days'],
  },
  {
    form: 'the settlement of commissions',
    file: 'admin/finance/settle-dialog.tsx',
    screen: <SettleDialog period="month" centers={[owingCenter]} open onClose={nothing} />,
    route: 'commissions.settle',
  },
  {
    form: 'the cancellation of commissions',
    file: 'admin/finance/cancel-dialog.tsx',
    screen: <CancelDialog commissions={[commission]} open onClose={nothing} />,
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
    file: 'admin/documents/review-dialog.tsx',
    screen: (
      <DocumentReviewDialog
        review="approve"
        documents={[{ id: centerId, name: 'Seguro', expiryDate: null, lastMeasureId: null }]}
        open
        onClose={nothing}
      />
    ),
    route: 'centerRecords.approveDocuments',
  },
  {
    form: 'the approval of a centre',
    file: 'admin/centers/measure-center-dialog.tsx',
    screen: <MeasureCenterDialog measure="approve" centers={[centerOfStaff]} open onClose={nothing} />,
    route: 'centerRecords.approve',
  },
  {
    form: 'undoing a measure',
    file: 'admin/measures/undo-dialog.tsx',
    screen: <UndoDialog measure={measure} open onClose={nothing} />,
    route: 'moderation.undo',
  },
]
