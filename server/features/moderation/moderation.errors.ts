import { failWith } from '#contract/errors.ts'
import { moderationErrors } from '#contract/moderation.ts'

export const fail = failWith(moderationErrors)
