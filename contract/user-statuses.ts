// Without schemas: the first script of every page imports this file and must not include zod.

export const userStatuses = ['active', 'suspended', 'banned'] as const
export type UserStatus = (typeof userStatuses)[number]

export const userOrders = ['newest', 'oldest', 'name', 'name_desc', 'email', 'email_desc'] as const
export type UserOrder = (typeof userOrders)[number]

/** A text shorter than this would match almost every account. */
export const minSearchLength = 3
