import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
import { readDocuments } from '#server/features/invoicing/usecases/export-documents.ts'
import { numberVersion } from '#server/features/invoicing/usecases/record-numbers.ts'
import type { ForeignRows } from './foreign-row.ts'
import { ownersBusiness } from './own-center.ts'

export const centerTaxData = {
  rut: '211003420017',
  legalName: 'Centro del Prado SRL',
  address: 'Agraciada 3456',
  city: 'Montevideo',
  department: 'Montevideo',
  branchCode: 1,
}

export const invoicing: ForeignRows<'invoicing'> = {
  'invoicing.documents': async (platform) => {
    const row = await ownersBusiness(platform, { month: '2026-11-01', format: 'json' })
    const issuer = { centerId: row.owner.userId, data: centerTaxData, revision: 1, now: platform.clock.now() }
    await platform.db.transaction().execute((tx) => insertRevision(tx, issuer))
    return row
  },
  'invoicing.listDocuments': (platform) => ownersBusiness(platform, { month: '2026-11-01' }),
  'invoicing.recordNumbers': (platform) => ownersBusiness(platform, { content: 'V-1;A;1;Emitido' }),
  'invoicing.recordNumber': async (platform) => {
    const row = await ownersBusiness(platform, {})
    const centerId = row.owner.userId
    const issuer = { centerId, data: centerTaxData, revision: 1, now: platform.clock.now() }
    await platform.db.transaction().execute((tx) => insertRevision(tx, issuer))
    const visit = await platform.db
      .selectFrom('appointments')
      .where('center_id', '=', centerId)
      .select(['id', 'starts_at'])
      .executeTakeFirstOrThrow()
    await readDocuments(platform, { centerId, month: `${visit.starts_at.toISOString().slice(0, 7)}-01` })
    const number = { series: 'A', providerNumber: 1, state: 'issued' }
    const version = numberVersion({ series: null, providerNumber: null, state: null })
    return { ...row, input: { ...row.input, ...number, internalId: `V-${visit.id}`, version } }
  },
  'invoicing.center': (platform) => ownersBusiness(platform, {}),
  'invoicing.updateCenter': (platform) => ownersBusiness(platform, centerTaxData),
}
