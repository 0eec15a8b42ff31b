import { z } from 'zod'

/** `identity`: of the person behind a practice whose therapies have no regulated licence. */
export const checkTypes = ['license', 'identity', 'certification', 'insurance'] as const
export const checkType = z.enum(checkTypes)
export type CheckType = z.output<typeof checkType>
