import { cronJob } from '#server/platform/jobs.ts'
import { deleteOldNotifications } from './usecases/read-notifications.ts'
import { sendPushJob } from './usecases/send-push.ts'

export const notificationsJobs = [
  sendPushJob,
  cronJob({ name: 'notifications.purge', cron: '52 4 * * *', run: deleteOldNotifications }),
]
