/** What a direct payment of a consultation costs, in cents. The next booking with the professional consumes it. */
export const directPaymentCents = 5_000
