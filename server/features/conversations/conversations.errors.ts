import { conversationErrors } from '#contract/conversations.ts'
import { failWith } from '#contract/errors.ts'

export const fail = failWith(conversationErrors)
