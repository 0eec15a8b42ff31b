import { notifyUnreadJob } from './usecases/notify-unread.ts'

export const conversationsJobs = [notifyUnreadJob]
