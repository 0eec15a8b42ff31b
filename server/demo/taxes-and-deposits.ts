import { listServicesOfCenter, updateService } from '#server/features/centers/usecases/update-services.ts'
import { readCenterTaxData, updateCenterTaxData } from '#server/features/invoicing/usecases/tax-data.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { DemoCenter } from './centers.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

/** An invented number whose check digit is right. */
const taxData = {
  rut: '211003420017',
  legalName: 'Arrayán Salud SRL',
  address: 'Benito Blanco 1124',
  city: 'Montevideo',
  department: 'Montevideo',
  branchCode: 1,
} as const

const deposits = new Map([
  ['Osteopatía en el embarazo', { depositFor: 'everyone', depositCents: 50_000, depositPercent: null }],
  ['Primera entrevista', { depositFor: 'newcomers', depositCents: null, depositPercent: 30 }],
] as const)

/** The centre of centro@demo.uy has its tax data and, where patients pay online without an account of the centre, deposits. */
export async function createTaxesAndDeposits(
  platform: DemoPlatform,
  { center: { centerId }, days }: { center: DemoCenter; days: Days },
): Promise<void> {
  platform.clock.set(days.at(-2, 10 * 60))
  const byOwner = { userId: centerId, centerId }
  const { version } = await readCenterTaxData(platform.db, { centerId })
  await updateCenterTaxData(platform, { ...byOwner, data: taxData, version })
  if (!takesPayments({ gateway: platform.gateway, hasPaymentAccount: false })) return
  for (const {
    id: serviceId,
    professionalId: _professionalId,
    currency: _currency,
    ...service
  } of await listServicesOfCenter(platform.db, { centerId })) {
    const deposit = [...deposits].find(([name]) => name === service.name)?.[1]
    if (!deposit) continue
    const { version: seen, ...edit } = service
    await updateService(platform, { ...byOwner, serviceId, edit: { ...edit, ...deposit }, version: seen })
  }
}
