import { mailUnreadJob, notifyUnreadJob } from './usecases/notify-unread.ts'

export const conversationsJobs = [notifyUnreadJob, mailUnreadJob]
