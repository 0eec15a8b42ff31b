import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { countedNetwork } from '#server/platform/addresses.ts'
import { dayMs } from '#server/platform/local-time.ts'
import * as repository from '../repository/checks.ts'
import { listReviewHours } from '../repository/document-reviews.ts'
import { usualReviewHours } from '../rules/documents.ts'
import { readDocument } from '../usecases/read-document.ts'
import { requireOwner } from '../usecases/require-member.ts'
import { uploadDocument } from '../usecases/upload-document.ts'

const reviewsWithinMs = 90 * dayMs

export const complianceRoutes = {
  list: api.compliance.list.handler(async ({ input, context }) => {
    const { db, clock } = context.platform
    await requireOwner(db, withUserId(context, input))
    const since = new Date(clock.now().getTime() - reviewsWithinMs)
    const [items, hours] = await Promise.all([repository.listChecks(db, input), listReviewHours(db, { since })])
    return { items, usualReviewHours: usualReviewHours(hours) ?? null }
  }),

  upload: api.compliance.upload.handler(({ input, context }) => {
    const network = countedNetwork(context.visitor.address)
    const upload = withUserId(context, { ...input, expiryDate: input.expiryDate || null, network })
    return uploadDocument(context.platform, upload)
  }),

  file: api.compliance.file.handler(({ input, context }) =>
    readDocument(context.platform, { ...input, actor: requireActor(context) }),
  ),
}
