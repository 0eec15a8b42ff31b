import { cronJob } from '#server/platform/jobs.ts'
import { expireChecks } from './usecases/expire-checks.ts'
import { purgeInvitations } from './usecases/invite-member.ts'
import { deleteUnusedPhotos } from './usecases/update-photo.ts'
import { deleteUnusedCenterPictures } from './usecases/update-pictures.ts'
import { deleteUnusedDocuments, purgeUnconfirmedDocuments } from './usecases/upload-document.ts'
import { warnOfLapses } from './usecases/warn-of-lapses.ts'

export const centersJobs = [
  cronJob({ name: 'centers.delete-unused-pictures', cron: '49 5 * * *', run: deleteUnusedCenterPictures }),
  cronJob({ name: 'centers.purge-invitations', cron: '53 5 * * *', run: purgeInvitations }),
  cronJob({ name: 'professionals.delete-unused-photos', cron: '51 5 * * *', run: deleteUnusedPhotos }),
  // Every hour, so that it runs soon after midnight in Montevideo, whatever its offset from UTC.
  cronJob({ name: 'compliance.expire-checks', cron: '4 * * * *', run: expireChecks }),
  // By day, when people read their mail. A later run sends what an earlier run missed.
  cronJob({ name: 'compliance.warn-of-lapses', cron: '7 11-22 * * *', run: warnOfLapses }),
  cronJob({ name: 'compliance.purge-unconfirmed-documents', cron: '37 * * * *', run: purgeUnconfirmedDocuments }),
  cronJob({ name: 'compliance.delete-unused-documents', cron: '43 5 * * *', run: deleteUnusedDocuments }),
]
