import type { Dispute, RefundRefusal } from '#contract/payment-accounts.ts'

export const disputeTexts: Record<Dispute, string> = {
  in_mediation: 'en reclamo',
  charged_back: 'contracargo: decide el banco de la tarjeta',
  lost: 'contracargo perdido: el dinero volvió a quien pagó',
  won: 'contracargo ganado: el dinero queda en la cuenta del centro',
}

export const refusalTexts: Record<RefundRefusal, string> = {
  partial: 'solo se aceptan devoluciones completas',
  balance: 'no había saldo en la cuenta',
  disconnected: 'la cuenta ya no estaba conectada',
  late: 'pasó el plazo para devolver',
  refused: 'no se aceptó',
}
