import type { DocumentRow } from '#contract/center-records.ts'
import { formatDate } from '#web/platform/formats.ts'

type Document = Pick<
  DocumentRow,
  'status' | 'fileName' | 'createdAt' | 'checkedAt' | 'expiryDate' | 'notes' | 'isReplaced'
>

/** What happened to a document, in the order in which it happened. `today`: a local day. */
export function documentHistory(document: Document, { today }: { today: string }): string {
  return [uploadOf(document), reviewOf(document), validityOf(document, today)].filter(Boolean).join(' · ')
}

function uploadOf({ status, fileName, createdAt }: Document): string {
  if (fileName !== null) return `Subido el ${formatDate(createdAt)}`
  return status === 'pending' ? 'Sin archivo: el centro todavía no lo subió' : 'Sin el archivo, que ya no está guardado'
}

function reviewOf({ status, checkedAt }: Document): string {
  if (checkedAt === null || status === 'pending') return ''
  return `${status === 'rejected' ? 'rechazado' : 'aprobado'} el ${formatDate(checkedAt)}`
}

/** A rejected document is not in force, whatever date it had. Until the review, the date is the one that the centre typed. */
function validityOf({ status, expiryDate }: Document, today: string): string {
  if (expiryDate === null || status === 'rejected') return ''
  const isPast = expiryDate < today
  if (status === 'pending') return `según el centro, ${isPast ? 'venció' : 'vence'} el ${formatDate(expiryDate)}`
  return `${isPast || status === 'expired' ? 'venció' : 'vence'} el ${formatDate(expiryDate)}`
}

/** Why staff rejected a document, and whether the centre has answered; otherwise staff's comment, if there is one. */
export function reviewComment({ status, notes, isReplaced }: Document): string {
  if (status !== 'rejected') return notes
  const reason = notes ? `Motivo: ${notes}${/[.!?]$/.test(notes) ? '' : '.'} ` : ''
  return `${reason}${isReplaced ? 'Después el centro subió uno más nuevo.' : 'Desde entonces el centro no subió otro.'}`
}
