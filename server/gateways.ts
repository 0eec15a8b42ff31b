import { createMercadoPago } from '#server/mercado-pago/mercado-pago.ts'
import { type PaymentGateway, withTimeLimit } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { MercadoPagoSettings } from '#server/platform/settings.ts'
import { createSimulado } from '#server/simulado/simulado.ts'

/** The gateway that PAYMENT_GATEWAY chooses; undefined: patients pay at the centre only. `double`: where the double plays Mercado Pago. */
export function createGateway(
  base: Omit<Platform, 'gateway'>,
  double?: MercadoPagoSettings,
): PaymentGateway | undefined {
  const { gateway, mercadoPago, publicUrl, production } = base.settings
  if (gateway === 'simulado') return withTimeLimit(createSimulado(base))
  const settings = double ?? mercadoPago
  if (gateway === 'none' || !settings) return undefined
  return withTimeLimit(createMercadoPago({ settings, publicUrl, isLive: production, log: base.log }))
}
