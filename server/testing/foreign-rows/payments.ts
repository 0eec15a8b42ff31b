import { newId } from '#server/platform/ids.ts'
import { buildPatient, buildProfessional } from '#server/testing/builders.ts'
import { buildDirectPayment } from '#server/testing/payments.ts'
import type { ForeignRows } from './foreign-row.ts'
import { ownersBusiness } from './own-center.ts'

const period = { from: '2026-11-01', to: '2026-11-30' }

export const payments: ForeignRows<'payments'> = {
  'payments.revenue': (platform) => ownersBusiness(platform, period),
  'payments.revenueCsv': (platform) => ownersBusiness(platform, period),
  'payments.commissions': (platform) => ownersBusiness(platform, {}),
  'payments.commissionRates': (platform) => ownersBusiness(platform, {}),
  'payments.statementCsv': (platform) => ownersBusiness(platform, { month: '2026-11-01' }),
  'payments.statementPdf': (platform) => ownersBusiness(platform, { month: '2026-11-01' }),
  'payments.transit': (platform) => ownersBusiness(platform, {}),
  'payments.resolveRefusal': async (platform) => {
    const row = await ownersBusiness(platform, { way: 'center' })
    const centerId = String(row.input.centerId)
    const { patientId } = await buildPatient(platform)
    const { professionalId } = await buildProfessional(platform, { centerId })
    const { checkoutId } = await buildDirectPayment(platform, { patientId, centerId, professionalId })
    const refundId = newId()
    const now = platform.clock.now()
    const refused = { refusal: 'partial', refused_at: now, reason: 'by_center', created_at: now } as const
    await platform.db
      .insertInto('gateway_refunds')
      .values({ id: refundId, checkout_id: checkoutId, amount: 100, ...refused })
      .execute()
    return { ...row, input: { ...row.input, refundId } }
  },
  'payments.settlements': (platform) => ownersBusiness(platform, {}),
}
