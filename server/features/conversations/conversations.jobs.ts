import { cronJob } from '#server/platform/jobs.ts'
import { mailVisitorJob } from './usecases/mail-visitor.ts'
import { mailUnreadJob, notifyUnreadJob } from './usecases/notify-unread.ts'
import { purgeVisitors } from './usecases/visitor-conversation.ts'

export const conversationsJobs = [
  notifyUnreadJob,
  mailUnreadJob,
  mailVisitorJob,
  cronJob({ name: 'conversations.purge-visitors', cron: '47 * * * *', run: purgeVisitors }),
]
