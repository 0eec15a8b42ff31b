import type { DeclineReason } from '#server/platform/payment-gateway.ts'

const texts: Record<DeclineReason, string> = {
  declined: 'El banco rechazó la tarjeta. Prueba con otra, o llama a tu banco.',
  insufficient_funds: 'La tarjeta no tiene saldo suficiente. Prueba con otra.',
  expired_card: 'La tarjeta está vencida. Prueba con otra.',
  cancelled: 'El pago se canceló en la página del medio de pago. No se cobró nada.',
}

export const declineTexts: Readonly<Record<string, string>> = texts
