import { sql } from 'kysely'

/** What is due of an appointment's price, in cents. Payments and the discount never exceed the price. */
export const dueCents = sql<number>`appointments.price - appointments.discount_amount - appointments.paid_amount`

/** Appointments that took place, or whose attendee arrived, with a part of the price unpaid. */
export const isDebt = sql<boolean>`appointments.paid_amount < appointments.price - appointments.discount_amount
  and (appointments.status = 'completed' or appointments.status = 'confirmed' and appointments.arrived_at is not null)`
