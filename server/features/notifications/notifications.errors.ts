import { failWith } from '#contract/errors.ts'
import { notificationErrors } from '#contract/notifications.ts'

export const fail = failWith(notificationErrors)
