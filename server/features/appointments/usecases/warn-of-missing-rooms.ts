import { mailOwner } from '#server/features/centers/usecases/mail-owner.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { runEach } from '#server/platform/each-row.ts'
import type { Platform } from '#server/platform/platform.ts'
import { missingRoomMail, missingRoomNotification } from '../mail/missing-rooms.ts'
import * as repository from '../repository/missing-rooms.ts'

/**
 * Warns centres of coming video calls without a room: at once, and again on the day before each. Idempotent across processes.
 * The video calls of one professional share a mail.
 */
export async function warnOfMissingRooms(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  await repository.deleteOutdatedRoomWarnings(db)
  await runEach({
    log,
    rows: await repository.listProfessionalsToWarn(db, { now }),
    about: ({ professionalId }) => ({ professionalId }),
    failure: 'a warning about a video call without a room could not be queued',
    run: ({ professionalId }) => warnCenter(platform, { professionalId, now }),
  })
}

async function warnCenter(
  platform: Platform,
  { professionalId, now }: { professionalId: string; now: Date },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const videoCalls = await repository.insertRoomWarnings(tx, { professionalId, now })
    if (videoCalls.length === 0) return
    const { centerId, professionalName, contactEmail, isApproved } = await repository.requireWarned(tx, {
      professionalId,
    })
    const missing = {
      professionalName,
      isApproved,
      starts: videoCalls.map(({ startsAt }) => startsAt),
      isUrgent: videoCalls.some(({ warning }) => warning === 'day_before'),
    }
    await notifyUsers(tx, {
      platform,
      entries: [
        {
          to: { centerId, professionalId },
          event: 'appointments.room_missing',
          ...missingRoomNotification(missing),
          about: null,
        },
      ],
    })
    const content = missingRoomMail({ ...missing, publicUrl: platform.settings.publicUrl })
    await mailOwner(tx, { platform, centerId, contactEmail, kind: 'appointments.room_missing.center', content })
  })
}
