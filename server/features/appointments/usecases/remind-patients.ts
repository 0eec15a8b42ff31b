import { runEach } from '#server/platform/each-row.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { reminderMail, reminderSubjects } from '../mail/reminders.ts'
import * as appointments from '../repository/appointments.ts'
import { insertReminder, listToRemind, setReminderMail } from '../repository/reminders.ts'
import { type Reminder, reminders, startsToRemind } from '../rules/reminders.ts'
import { mailLinks } from './calendar-links.ts'
import { createReminderNotification } from './create-notifications.ts'
import { notifyAttendee } from './notify-attendee.ts'

/** Mails the reminders that are due. Idempotent across all processes: each start of an appointment gets each reminder once. */
export async function remindPatients(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  for (const reminder of reminders) {
    const { hoursBefore, minHoursBefore } = reminder
    await runEach({
      log,
      rows: await listToRemind(db, { hoursBefore, ...startsToRemind({ reminder, now }) }),
      about: ({ id }) => ({ appointmentId: id }),
      failure: 'a reminder could not be queued',
      run: ({ id: appointmentId, startsAt }) => {
        // A mail that waits for its server ends with the reminder's span.
        const validUntil = new Date(startsAt.getTime() - minHoursBefore * hourMs)
        return remind(platform, { appointmentId, startsAt, hoursBefore, validUntil, now })
      },
    })
  }
}

type DueReminder = {
  appointmentId: string
  startsAt: Date
  hoursBefore: Reminder['hoursBefore']
  validUntil: Date
  now: Date
}

async function remind(
  platform: Platform,
  { appointmentId, startsAt, hoursBefore, validUntil, now }: DueReminder,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const row = await appointments.lockAppointment(tx, { appointmentId })
    // Another request may have cancelled or moved it since it was listed.
    if (row?.status !== 'confirmed' || row.startsAt.getTime() !== startsAt.getTime()) return
    if (!(await insertReminder(tx, { appointmentId, startsAt, hoursBefore, now }))) return
    const mailId = newId()
    const isMailed = await notifyAttendee(tx, {
      platform,
      mailId,
      validUntil,
      appointment: row,
      preference: 'reminder',
      kind: `appointments.reminder_${hoursBefore}h`,
      mail: (reader) =>
        reminderMail({ reader, appointment: row, hoursBefore, ...mailLinks(platform, { appointment: row }) }),
    })
    await createReminderNotification(tx, {
      platform,
      appointment: row,
      title: reminderSubjects[hoursBefore],
      validUntil,
    })
    await setReminderMail(tx, { appointmentId, startsAt, hoursBefore, mailId: isMailed ? mailId : null })
  })
}
