import { sql } from 'kysely'

/**
 * What every screen calls «Ingresos», as a condition and a sum over rows of `appointments`: the prices of completed
 * appointments, before discounts and refunds, paid or not. What a centre keeps of a cancelled one is collected, and no revenue.
 */
export const isRevenue = sql<boolean>`appointments.status = 'completed'`
export const revenueCents = sql<number>`coalesce(sum(appointments.price) filter (where ${isRevenue}), 0)`
