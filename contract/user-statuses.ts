// Without schemas: the first script of every page imports this file and must not include zod.

export const userStatuses = ['active', 'suspended', 'banned'] as const
export type UserStatus = (typeof userStatuses)[number]
