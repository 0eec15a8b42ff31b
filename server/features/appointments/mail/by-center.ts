import { wantsMail } from '#server/features/notifications/notifications.usecases.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { guestAddress } from './guests.ts'
import { guestFootnote, patientFootnote, whenIs, whenWithWhomAndWhere } from './wording.ts'

/** What a centre did to an appointment, with what only that event has to say. */
type CenterEvent =
  | { kind: 'entered' }
  | { kind: 'accepted' }
  | { kind: 'rescheduled'; from: Date; reason?: string | undefined }
  | { kind: 'called_off'; reason: string; bonusPoints: number }

// Subjects never carry the specialty or the service: they show on locked screens.
const subjects: Record<CenterEvent['kind'], string> = {
  entered: 'Tu cita está reservada',
  accepted: 'El centro confirmó tu cita',
  rescheduled: 'El centro cambió el horario de tu cita',
  called_off: 'El centro canceló tu cita',
}

type Mail = { platform: Platform; appointment: AppointmentRow; event: CenterEvent }

/** Tells whoever comes what their centre did: a patient who has not switched that off, a guest with an address. @returns whether a mail does */
export async function queueMailByCenter(tx: Tx, { platform, appointment, event }: Mail): Promise<boolean> {
  const { patientId, patientEmail, dependantName } = appointment
  const subject = subjects[event.kind]
  const mail = { subject, kind: `appointments.${event.kind}` }
  const facts = factsOf({ appointment, event })
  const guestEmail = await guestAddress(tx, { platform, appointment })
  if (guestEmail) {
    const ask = event.kind === 'called_off' ? [] : ['Si no puedes ir, avísale al centro cuanto antes.']
    await queueMail(tx, {
      ...mail,
      to: guestEmail,
      ...mailLayout({ title: subject, paragraphs: [...facts, ...ask], footnote: guestFootnote(appointment) }),
    })
  }
  if (!patientId || !patientEmail || !(await wantsMail(tx, { userId: patientId, kind: 'appointment' })))
    return guestEmail !== undefined
  await queueMail(tx, {
    ...mail,
    to: patientEmail,
    ...mailLayout({
      title: subject,
      paragraphs: [
        ...facts,
        ...(dependantName === null ? [] : [`Es la cita de ${dependantName}.`]),
        ...closingOf(event),
      ],
      action: { label: 'Ver mis citas', url: `${platform.settings.publicUrl}/dashboard` },
      footnote: patientFootnote('estos avisos'),
    }),
  })
  return true
}

function factsOf({ appointment, event }: Omit<Mail, 'platform'>): string[] {
  const facts = whenWithWhomAndWhere(appointment)
  if (event.kind === 'rescheduled') {
    return [...facts, `Antes era: ${whenIs({ startsAt: event.from })}.`, ...reasonOf(event.reason)]
  }
  if (event.kind !== 'called_off') return facts
  return [...facts, ...reasonOf(event.reason), 'No tiene costo. Si ya pagaste, el centro te devuelve todo.']
}

/** In the centre's own words, and marked as such. */
function reasonOf(reason: string | undefined): string[] {
  return reason ? [`El centro escribió: «${reason.replaceAll(/[«»]/g, '"')}»`] : []
}

function closingOf(event: CenterEvent): string[] {
  if (event.kind === 'rescheduled')
    return ['Si no te sirve, puedes cancelarla sin costo hasta que empiece, o elegir otro horario.']
  if (event.kind !== 'called_off' || event.bonusPoints === 0) return []
  return [`Te sumamos ${event.bonusPoints} puntos por las molestias.`]
}
