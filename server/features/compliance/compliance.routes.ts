import type { ComplianceCheck } from '#contract/compliance.ts'
import { api, requireActor } from '#server/http/procedures.ts'

import type { CheckRow } from './compliance.repository.ts'
import { listDocuments, readDocument } from './usecases/read-documents.ts'
import { uploadDocument } from './usecases/upload-document.ts'

export const complianceRoutes = {
  list: api.compliance.list.handler(async ({ input, context }) => {
    const rows = await listDocuments(context.platform, { ...input, userId: requireActor(context).userId })
    return { items: rows.map(present) }
  }),

  upload: api.compliance.upload.handler(async ({ input, context }) => {
    const { userId } = requireActor(context)
    return present(await uploadDocument(context.platform, { ...input, userId, expiryDate: input.expiryDate || null }))
  }),

  file: api.compliance.file.handler(({ input, context }) =>
    readDocument(context.platform, { ...input, actor: requireActor(context) }),
  ),
}

function present({ checkedAt, createdAt, ...check }: CheckRow): ComplianceCheck {
  return { ...check, checkedAt: checkedAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
}
