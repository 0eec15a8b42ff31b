import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import type { QueueItem, QueueMessage, QueueObjection, QueueReview } from '#contract/reports.ts'
import { formatDate, formatMoney, formatTime } from '#web/platform/formats.ts'
import { timeAgo } from '#web/platform/time-ago.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { dot } from '#web/ui/dot.ts'
import { StarRating } from '#web/ui/star-rating.tsx'

type Props<Item extends QueueItem> = { item: Item; now: Date }

const quote = 'max-w-[48em] border-l-2 border-path pl-4 wrap-anywhere whitespace-pre-line'

export function QueuedReview({ item, now }: Props<QueueReview>) {
  const { author, professionalName, serviceName, rating, comment, reply, answer, createdAt } = item
  return (
    <>
      <Head item={item} history={historyOfReviewer(author)}>
        <StarRating value={rating} />
        <span className="sr-only">{`${rating} de 5`}</span>
        {answer && <Badge tone="blue">Respondió quien la escribió</Badge>}
      </Head>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {'Sobre '}
        <CenterLink item={item} />
        {`${dot}${professionalName}${dot}${serviceName}${dot}${formatDate(createdAt)}`}
      </p>
      {comment ? (
        <blockquote className={quote}>{comment}</blockquote>
      ) : (
        <p className="text-sm text-ink-soft">Sin comentario.</p>
      )}
      {reply && <p className="text-sm wrap-anywhere text-ink-soft">{`El centro respondió: ${reply.text}`}</p>}
      <Reports item={item} now={now} />
      {answer && (
        <p className="rounded-control bg-sand px-3 py-2 text-sm wrap-anywhere">
          {`Respuesta de quien la escribió (${formatDate(answer.at)}): ${answer.text}`}
        </p>
      )}
    </>
  )
}

/** A message with its reports and the messages around it, which the reporter shares with staff. */
export function QueuedMessage({ item, now, isOpen }: Props<QueueMessage> & { isOpen: boolean }) {
  const { author, patientName, senderType, content, shared, createdAt } = item
  return (
    <>
      <Head item={item} history={historyOfSender(author)}>
        <Badge>Mensaje</Badge>
      </Head>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {senderType === 'center' ? `Por el centro, a ${patientName}` : `De ${patientName}, al centro`}
        {dot}
        <CenterLink item={item} />
        {`${dot}${formatDate(createdAt)} ${formatTime(createdAt)}`}
        <RowOwnTime instant={createdAt} />
      </p>
      <blockquote className={quote}>{content}</blockquote>
      {shared.length > 1 && (
        <details open={isOpen}>
          <summary className="min-h-6 cursor-pointer text-sm text-action">
            {shared.length === 2 ? 'El mensaje de al lado' : `Los ${shared.length - 1} mensajes de alrededor`}
          </summary>
          <ol className="mt-1 grid max-w-[48em] gap-1 border-l border-line pl-4 text-sm">
            {shared.map((each) => (
              <li key={each.number} className={each.isReported ? 'font-semibold wrap-anywhere' : 'wrap-anywhere'}>
                <span className="text-ink-soft">{`${each.senderName}, ${formatTime(each.createdAt)}: `}</span>
                {each.content}
                {each.isReported && <span className="sr-only"> (el reportado)</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
      <Reports item={item} now={now} />
    </>
  )
}

const objectionWords = {
  no_show: {
    badge: 'Inasistencia',
    recorded: 'El centro la marcó',
    shareText: ({ recorded, all }: QueueObjection['ofCenter']) =>
      `En 90 días marcó ${recorded} de ${all} citas reservadas por pacientes.`,
  },
  cancellation: {
    badge: 'Cancelación anotada',
    recorded: 'El centro anotó que el paciente la canceló',
    shareText: ({ recorded, all }: QueueObjection['ofCenter']) =>
      `En 90 días anotó ${recorded} de ${all} cancelaciones de pacientes.`,
  },
  early_visit: {
    badge: 'Cita adelantada',
    recorded: 'El centro la movió a antes de la hora acordada, y la cerró',
    shareText: ({ recorded, all }: QueueObjection['ofCenter']) =>
      `En 90 días cerró así ${recorded} de ${all} citas reservadas por pacientes.`,
  },
  invented_visit: {
    badge: 'Visita objetada',
    recorded: 'El centro la agendó, el paciente no la aceptó, y el centro la dio por completada',
    shareText: ({ recorded, all }: QueueObjection['ofCenter']) =>
      `En 90 días completó así ${recorded} de ${all} citas de pacientes con cuenta.`,
  },
  refund: {
    badge: 'Devolución objetada',
    recorded: 'El centro anotó que devolvió dinero en la recepción',
    shareText: ({ recorded, all }: QueueObjection['ofCenter']) =>
      `En 90 días lo anotó en ${recorded} de ${all} citas completadas que reservaron pacientes.`,
  },
  undone_payment: {
    badge: 'Pago anulado',
    recorded: 'El centro anuló ese pago',
    shareText: ({ recorded, all }: QueueObjection['ofCenter']) =>
      `En 90 días anuló pagos de ${recorded} de ${all} citas pagadas en la recepción.`,
  },
} as const

export function QueuedObjection({ item, now }: Props<QueueObjection>) {
  const { kind, professionalName, serviceName, startsAt, markedAt, expectedStartsAt, undonePayment, ofCenter } = item
  const words = objectionWords[item.kind]
  return (
    <>
      <Head item={item} history="">
        <Badge>{words.badge}</Badge>
      </Head>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {'En '}
        <CenterLink item={item} />
        {`${dot}${professionalName}${dot}${serviceName}${dot}${formatDate(startsAt)} ${formatTime(startsAt)}`}
        <RowOwnTime instant={startsAt} />
      </p>
      <p className="text-sm text-ink-soft">
        {kind === 'early_visit' &&
          expectedStartsAt !== null &&
          `El paciente la tenía para el ${formatDate(expectedStartsAt)} ${formatTime(expectedStartsAt)}. `}
        {undonePayment &&
          `El centro cobró ${formatMoney(undonePayment.amountCents)} (${paymentMethodLabels[undonePayment.method].toLowerCase()}) el ${formatDate(undonePayment.paidAt)} ${formatTime(undonePayment.paidAt)}. `}
        {`${words.recorded} el ${formatDate(markedAt)} ${formatTime(markedAt)}. ${words.shareText(ofCenter)}`}
      </p>
      <Reports item={item} now={now} />
    </>
  )
}

type HeadProps = { item: QueueItem; history: string; children: ReactNode }

function Head({ item, history, children }: HeadProps) {
  const { author, removedAt, kind } = item
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {children}
      {item.kind === 'message' && item.author.isVisitor ? (
        <span className="wrap-anywhere">
          <span className="font-semibold">{author.name}</span>
          <span className="text-ink-soft">{`${dot}visitante sin cuenta`}</span>
        </span>
      ) : (
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, seccion: 'usuarios', persona: author.id })}
          className="font-semibold text-action underline wrap-anywhere"
        >
          {author.name || 'Cuenta eliminada'}
        </Link>
      )}
      {history && <span className="text-sm text-ink-soft">{history}</span>}
      {removedAt && (
        <Badge tone="amber">{`${kind === 'message' ? 'Retirado' : 'Retirada'} el ${formatDate(removedAt)}`}</Badge>
      )}
    </p>
  )
}

function CenterLink({ item: { center } }: { item: QueueItem }) {
  return (
    <Link
      from="/admin/dashboard"
      search={(before) => ({ ...before, seccion: 'centros', centro: center.id })}
      className="link"
    >
      {center.name}
    </Link>
  )
}

function historyOfReviewer({ reviews, removed, warnings }: QueueReview['author']): string {
  return [
    counted(reviews + removed, ['opinión', 'opiniones']),
    removed > 0 && counted(removed, ['retirada', 'retiradas']),
    warnings > 0 && counted(warnings, ['advertencia', 'advertencias']),
  ]
    .filter(Boolean)
    .join(dot)
}

function historyOfSender({ removed, warnings }: QueueMessage['author']): string {
  return [
    removed > 0 && counted(removed, ['mensaje retirado', 'mensajes retirados']),
    warnings > 0 && counted(warnings, ['advertencia', 'advertencias']),
  ]
    .filter(Boolean)
    .join(dot)
}

function counted(count: number, [one, many]: [string, string]): string {
  return `${count} ${count === 1 ? one : many}`
}

function Reports({ item: { reports, waitingSince }, now }: Props<QueueItem>) {
  if (reports.length === 0) return null
  return (
    <div className="grid gap-1 rounded-control bg-amber-soft px-3 py-2 text-sm">
      {waitingSince && <p className="font-medium">{`Espera desde ${timeAgo({ instant: waitingSince, now })}`}</p>}
      <ul className="grid gap-1">
        {reports.map(({ reason, at, reporterName, isByCenter, isOpen }) => (
          <li key={at + reason} className="wrap-anywhere">
            {`${isByCenter ? 'El centro' : (reporterName ?? 'Cuenta eliminada')}, ${formatDate(at)} ${formatTime(at)}${isOpen ? '' : ' (resuelto)'}: ${reason}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
