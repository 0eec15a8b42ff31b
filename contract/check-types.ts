import { z } from 'zod'

/** `identity`: the identity document of a professional whose therapies have no regulated licence. */
export const checkTypes = ['license', 'identity', 'certification', 'insurance'] as const
export const checkType = z.enum(checkTypes)
export type CheckType = z.output<typeof checkType>
