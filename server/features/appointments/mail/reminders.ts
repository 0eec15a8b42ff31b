import { wantsMail } from '#server/features/notifications/notifications.usecases.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { guestAddress } from './guests.ts'
import { guestFootnote, patientFootnote, whenWithWhomAndWhere } from './wording.ts'

const subjects = { 24: 'Recordatorio de tu cita', 2: 'Tu cita es dentro de poco' } as const

type Reminder = { platform: Platform; appointment: AppointmentRow; hoursBefore: keyof typeof subjects }

/** Reminds whoever comes, in the transaction that notes it: a patient who has not switched that off, a guest with an address. */
export async function queueReminderMail(tx: Tx, { platform, appointment, hoursBefore }: Reminder): Promise<void> {
  const { patientId, patientEmail, dependantName } = appointment
  const subject = subjects[hoursBefore]
  const mail = { subject, kind: `appointments.reminder_${hoursBefore}h` }
  const paragraphs = whenWithWhomAndWhere(appointment)
  const guestEmail = await guestAddress(tx, { platform, appointment })
  if (guestEmail) {
    await queueMail(tx, {
      ...mail,
      to: guestEmail,
      ...mailLayout({
        title: subject,
        paragraphs: [...paragraphs, 'Si no puedes ir, avísale al centro cuanto antes.'],
        footnote: guestFootnote(appointment),
      }),
    })
  }
  if (!patientId || !patientEmail || !(await wantsMail(tx, { userId: patientId, kind: 'reminder' }))) return
  await queueMail(tx, {
    ...mail,
    to: patientEmail,
    ...mailLayout({
      title: subject,
      paragraphs: [
        ...paragraphs,
        ...(dependantName === null ? [] : [`Es la cita de ${dependantName}.`]),
        'Si no puedes ir, avisa cuanto antes: desde tus citas la cancelas o cambias el horario.',
      ],
      action: { label: 'Ver mis citas', url: `${platform.settings.publicUrl}/dashboard` },
      footnote: patientFootnote('los recordatorios'),
    }),
  })
}
