import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
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
  'invoicing.center': (platform) => ownersBusiness(platform, {}),
  'invoicing.updateCenter': (platform) => ownersBusiness(platform, centerTaxData),
}
