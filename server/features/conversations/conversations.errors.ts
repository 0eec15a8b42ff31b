import { centerErrors } from '#contract/centers.ts'
import { conversationErrors } from '#contract/conversations.ts'
import { failWith } from '#contract/errors.ts'
import { questionErrors } from '#contract/questions.ts'
import { reportErrors } from '#contract/reports.ts'

export const fail = failWith(conversationErrors, questionErrors, reportErrors, centerErrors)
