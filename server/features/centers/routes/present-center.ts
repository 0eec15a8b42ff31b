import type { OwnCenter } from '#contract/centers.ts'
import type { CenterRow } from '../centers.types.ts'
import { editable } from '../repository/editable-columns.ts'
import { hasBadge, withoutVideoCalls } from '../rules/centers.ts'
import { pinPrecisionOf } from '../rules/pins.ts'
import type { readOwnCenter } from '../usecases/read-own-center.ts'

/** A centre as visitors see it, on a card and on its page. The contract lists the fields that each of them has. */
export function presentCenter(row: CenterRow) {
  const modalities = row.offersOnline ? row.modalities : withoutVideoCalls(row.modalities)
  return {
    ...row,
    modalities,
    pinPrecision: pinPrecisionOf(row),
    verified: hasBadge(row),
    takesBookings: !row.isLicenseLapsed,
  }
}

type OwnRead = Awaited<ReturnType<typeof readOwnCenter>>

export function presentOwnCenter({ row, isClosed, isLicenseLapsed }: OwnRead): OwnCenter {
  const { approvedAt, complianceStatus, verified, services: _services, ...fields } = row
  return {
    ...editable.formValues(fields),
    version: editable.version(fields),
    pinPrecision: pinPrecisionOf(row),
    isApproved: approvedAt !== null,
    isClosed,
    verified: hasBadge({ verified, complianceStatus, isLicenseLapsed }),
  }
}
