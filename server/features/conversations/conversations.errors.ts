import { conversationErrors } from '#contract/conversations.ts'
import { failWith } from '#contract/errors.ts'
import { reportErrors } from '#contract/reports.ts'

export const fail = failWith(conversationErrors, reportErrors)
