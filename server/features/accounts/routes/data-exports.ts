import type { DataExport } from '#contract/data-exports.ts'
import { api, withUserId } from '#server/api/procedures.ts'

import type { ExportRow } from '../repository/data-exports.ts'
import { downloadExport, findLatestExport, requestExport } from '../usecases/export-data.ts'

export const dataExportsRoutes = {
  create: api.dataExports.create.handler(async ({ context }) =>
    present(await requestExport(context.platform, withUserId(context, {}))),
  ),

  latest: api.dataExports.latest.handler(async ({ context }) => {
    const latest = await findLatestExport(context.platform, withUserId(context, {}))
    return { latest: latest ? present(latest) : null }
  }),

  download: api.dataExports.download.handler(({ input, context }) =>
    downloadExport(context.platform, withUserId(context, input)),
  ),
}

function present(row: ExportRow): DataExport {
  return {
    id: row.id,
    status: row.status,
    percent: row.percent,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}
