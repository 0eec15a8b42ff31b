import { centerErrors } from '#contract/centers.ts'
import { failWith } from '#contract/errors.ts'
import { invoicingErrors } from '#contract/invoicing.ts'

export const fail = failWith({ ...centerErrors, ...invoicingErrors })
