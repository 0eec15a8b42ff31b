/** What the buyer reads before the sale, and the desk before it gives money back. */
export const refundRuleWords =
  'Si lo devuelves antes de que venza, el centro te da lo que pagaste menos las sesiones que usaste.'
