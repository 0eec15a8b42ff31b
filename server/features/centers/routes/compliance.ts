import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import * as repository from '../repository/checks.ts'
import { readDocument } from '../usecases/read-document.ts'
import { requireOwner } from '../usecases/require-member.ts'
import { uploadDocument } from '../usecases/upload-document.ts'

export const complianceRoutes = {
  list: api.compliance.list.handler(async ({ input, context }) => {
    const { db } = context.platform
    await requireOwner(db, withUserId(context, input))
    return { items: await repository.listChecks(db, input) }
  }),

  upload: api.compliance.upload.handler(({ input, context }) =>
    uploadDocument(context.platform, withUserId(context, { ...input, expiryDate: input.expiryDate || null })),
  ),

  file: api.compliance.file.handler(({ input, context }) =>
    readDocument(context.platform, { ...input, actor: requireActor(context) }),
  ),
}
