import { z } from 'zod'

/** `identity`: the owner's identity document, for a centre with services for which the law requires no licence. */
export const checkTypes = ['license', 'identity', 'certification', 'insurance'] as const
export const checkType = z.enum(checkTypes)
export type CheckType = z.output<typeof checkType>
