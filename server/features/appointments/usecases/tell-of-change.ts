import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type AppointmentEvent, changeMailToCenter, changeMailToPatient } from '../mail/appointments.ts'
import { byCenterMail, type CenterEvent } from '../mail/by-center.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { tellPatient, tellPerson } from './tell-person.ts'

type Change = {
  platform: Platform
  appointment: AppointmentRow
  event: AppointmentEvent
  /** `center`: whoever changed it tells the patient in their own words. */
  tell?: 'both' | 'center'
}

/** What the patient or time did: tells the centre and the patient, in the transaction that changed the appointment. */
export async function tellOfChange(tx: Tx, { platform, appointment, event, tell = 'both' }: Change): Promise<void> {
  const { publicUrl } = platform.settings
  const kind = `appointments.${event}`
  if (tell === 'both') {
    const content = changeMailToPatient({ appointment, event, publicUrl, now: platform.clock.now() })
    await tellPatient(tx, { platform, appointment, about: 'appointment', kind, content })
  }
  const content = changeMailToCenter({ appointment, event })
  await queueMail(tx, { platform, to: appointment.centerEmail, kind: `${kind}.center`, ...content })
}

/** What the centre did: tells whoever comes. @returns whether a mail tells them */
export async function tellOfCentersChange(
  tx: Tx,
  { platform, appointment, event }: { platform: Platform; appointment: AppointmentRow; event: CenterEvent },
): Promise<boolean> {
  const { publicUrl } = platform.settings
  return tellPerson(tx, {
    platform,
    appointment,
    about: 'appointment',
    kind: `appointments.${event.kind}`,
    mail: (reader) => byCenterMail({ reader, appointment, event, publicUrl }),
  })
}
