import type { Appointment } from '#contract/appointments.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'

type Hold = Pick<Appointment, 'startsAt' | 'professional'>

/** What a link to the dashboard's dialog is for. */
const acts: Record<string, string> = {
  move: 'para mover tu cita',
  cancel: 'para cancelar tu cita',
  pay: 'para pagar tu cita',
  review: 'para calificar tu consulta',
}

const pages: { start: string; reason: (url: URL) => string }[] = [
  { start: '/book/', reason: () => 'para reservar tu hora' },
  {
    start: '/dashboard',
    reason: ({ searchParams }) => acts[searchParams.get('act') ?? ''] ?? 'para ver tus citas',
  },
  {
    start: '/chat',
    reason: ({ searchParams }) => (searchParams.has('to') ? 'para escribirle al centro' : 'para leer tus mensajes'),
  },
  { start: '/account', reason: () => 'para abrir tu cuenta' },
  { start: '/notifications', reason: () => 'para ver tus avisos' },
  { start: '/receipts/', reason: () => 'para ver tu recibo' },
  { start: '/promotions', reason: () => 'para usar las promociones' },
  { start: '/loyalty', reason: () => 'para ver y canjear tus puntos' },
  { start: '/center/invitation/', reason: () => 'para responder la invitación' },
]

/**
 * Why a visitor is asked to sign in or to create an account, to be continued from «Entra» or «Crea tu cuenta»: the time that they
 * hold, or the page that waits for them. Undefined where they came for the account itself.
 */
export function entryReason({ next, hold }: { next: string | undefined; hold: Hold | undefined }): string | undefined {
  if (hold && (next === undefined || next.startsWith('/book/'))) {
    return `para confirmar tu hora con ${hold.professional.name}, ${formatDay(hold.startsAt)}, ${formatTime(hold.startsAt)}`
  }
  if (next === undefined || next === '/') return undefined
  // The address of a page of this site: see next-path.
  const url = new URL(next, 'http://base.invalid')
  return pages.find(({ start }) => url.pathname.startsWith(start))?.reason(url) ?? 'para seguir donde estabas'
}
