import type { ActionOutcomes } from '#contract/moderation.ts'
import { objectionKinds, type ReportKind, reportKinds } from '#contract/report-kinds.ts'
import type { QueueItem } from '#contract/reports.ts'
import type { OfferedAction } from '../actions/offered-action.ts'
import { rowNouns } from '../actions/row-nouns.ts'

export type QueueAction = keyof QueueItem['can']

type Texts = { title: string; consequence: string; submit: string; done: string; reason: string; hint: string }

const readByBoth = 'Lo leen el paciente y el centro. Queda en el registro.'
const readByReporters = 'Lo lee quien hizo el reporte. Queda en el registro.'
const readByAuthor = 'Lo lee quien escribió, que puede responder. Queda en el registro.'

const published = 'Se sigue viendo como está, y sus reportes se cierran.'
const isOfObjection = (kinds: Kinds) => objectionKinds.some((kind) => kind === kinds)

const texts: Readonly<Record<QueueAction, (kinds: Kinds) => Texts>> = {
  approve: (kinds) => ({
    title: {
      review: 'Aprobar la opinión',
      message: 'Aprobar el mensaje',
      no_show: 'Mantener la inasistencia',
      cancellation: 'Mantener la cancelación',
      early_visit: 'Mantener la cita adelantada',
      invented_visit: 'Mantener la visita',
      refund: 'Mantener la devolución',
      undone_payment: 'No pagó: mantener anulado',
      mixed: 'Aprobar lo elegido',
    }[kinds],
    consequence: {
      review: published,
      message: published,
      no_show: 'La cita sigue como inasistencia, sin comisión ni opinión. Se puede deshacer.',
      cancellation: 'La cita sigue como cancelada por el paciente, con lo que eso cuesta. Se puede deshacer.',
      early_visit: 'La cita sigue como la anotó el centro. Se puede deshacer.',
      invented_visit: 'La cita sigue como completada. Se puede deshacer.',
      refund: 'La devolución sigue anotada, con lo que haya cambiado en comisión y puntos. Se puede deshacer.',
      undone_payment: 'El pago sigue anulado: lo que falta pagar vuelve a figurar como deuda. Se puede deshacer.',
      mixed: published,
    }[kinds],
    submit: kinds === 'undone_payment' ? 'No pagó' : isOfObjection(kinds) ? 'Mantener' : 'Aprobar',
    done: {
      review: 'Opinión aprobada',
      message: 'Mensaje aprobado',
      no_show: 'Inasistencia mantenida',
      cancellation: 'Cancelación mantenida',
      early_visit: 'Cita adelantada mantenida',
      invented_visit: 'Visita mantenida',
      refund: 'Devolución mantenida',
      undone_payment: 'El pago sigue anulado',
      mixed: 'Aprobado',
    }[kinds],
    reason: 'Cumple las reglas.',
    hint: isOfObjection(kinds) ? readByBoth : readByReporters,
  }),
  delete: (kinds) => ({
    title: {
      review: 'Retirar la opinión',
      message: 'Retirar el mensaje',
      no_show: 'Anular la inasistencia',
      cancellation: 'Anotarla como cancelada por el centro',
      early_visit: 'Anotarla como cancelada por el centro',
      invented_visit: 'Anotarla como cancelada por el centro',
      refund: 'Anular la devolución',
      undone_payment: 'Sí pagó: reponer el pago',
      mixed: 'Retirar lo elegido',
    }[kinds],
    consequence: {
      review: 'Deja de verse y el promedio del centro se calcula de nuevo. Se puede deshacer.',
      message: 'Su texto deja de verse para las dos partes. Se puede deshacer.',
      no_show: 'La cita queda completada, con su comisión, sus puntos y su opinión. Se puede deshacer.',
      cancellation: 'El centro devuelve todo lo que cobró, no debe comisión, y no se puede deshacer.',
      early_visit:
        'El centro devuelve todo lo que cobró, no debe comisión, y se restan los puntos que la consulta sumó. No se puede deshacer.',
      invented_visit:
        'El centro devuelve todo lo que cobró, no debe comisión, y se restan los puntos que la consulta sumó. No se puede deshacer.',
      refund:
        'Una consulta hecha vuelve a figurar como pagada: el centro vuelve a deber la comisión y el paciente recupera los puntos. De una cita cancelada, el centro vuelve a deber la devolución. No se puede deshacer.',
      undone_payment:
        'El pago vuelve a contar, también en la caja y en la comisión, y el centro ya no lo puede anular. Lo que el paciente volvió a pagar en línea se le devuelve. No se puede deshacer.',
      mixed: 'Deja de verse. Se puede deshacer.',
    }[kinds],
    submit: kinds === 'undone_payment' ? 'Sí pagó' : isOfObjection(kinds) ? 'Anular' : 'Retirar',
    done: {
      review: 'Opinión retirada',
      message: 'Mensaje retirado',
      no_show: 'Inasistencia anulada',
      cancellation: 'Cancelada por el centro',
      early_visit: 'Cancelada por el centro',
      invented_visit: 'Cancelada por el centro',
      refund: 'Devolución anulada',
      undone_payment: 'Pago repuesto',
      mixed: 'Retirado',
    }[kinds],
    reason: '',
    hint: isOfObjection(kinds) ? readByBoth : readByAuthor,
  }),
  warn: (kinds) => ({
    title: 'Advertir a quien escribió',
    consequence: {
      review: 'La opinión sigue publicada, y sus reportes se cierran.',
      message: 'El mensaje se sigue viendo, y sus reportes se cierran.',
      no_show: 'Una inasistencia no se advierte.',
      cancellation: 'Una cancelación no se advierte.',
      early_visit: 'Una cita adelantada no se advierte.',
      invented_visit: 'Una visita no se advierte.',
      refund: 'Una devolución no se advierte.',
      undone_payment: 'Un pago anulado no se advierte.',
      mixed: 'Se sigue viendo, y sus reportes se cierran.',
    }[kinds],
    submit: 'Advertir',
    done: 'Advertencia enviada',
    reason: '',
    hint: readByAuthor,
  }),
}

type Kinds = ReportKind | 'mixed'

function kindsOf(items: readonly QueueItem[]): Kinds {
  const [first] = items
  return first && items.every(({ kind }) => kind === first.kind) ? first.kind : 'mixed'
}

export const nameOfItem = ({ kind, author, center }: QueueItem) =>
  `${author.name || 'Cuenta eliminada'}${subjectOf[kind](center.name)}`

const subjectOf: Readonly<Record<ReportKind, (center: string) => string>> = {
  review: (center) => `, sobre ${center}`,
  message: (center) => `, mensaje con ${center}`,
  no_show: (center) => ` dice que sí fue a ${center}`,
  cancellation: (center) => ` dice que no canceló en ${center}`,
  early_visit: (center) => ` dice que no fue a esa hora a ${center}`,
  invented_visit: (center) => ` dice que no fue a ${center}`,
  refund: (center) => ` dice que ${center} no le devolvió nada`,
  undone_payment: (center) => ` dice que pagó lo que ${center} anuló`,
}

/** What staff do with the rows of the queue. */
export const queueActions = {
  approve: offer('approve', 'Aprobar'),
  delete: offer('delete', 'Retirar'),
  warn: offer('warn', 'Advertir'),
}

function offer(action: QueueAction, label: string): OfferedAction<QueueItem, 'reason'> {
  const textsOf = (items: readonly QueueItem[]) => texts[action](kindsOf(items))
  return {
    label,
    allows: ({ can }) => can[action],
    noun: rowNouns.report,
    nameOf: nameOfItem,
    title: (items) => textsOf(items).title,
    description: (items) => textsOf(items).consequence,
    asks: () => ['reason'],
    // The patient and the centre read why staff keep what the desk recorded, which no ready sentence says.
    initial: (items) => ({ reason: items.some(({ kind }) => isOfObjection(kind)) ? '' : textsOf(items).reason }),
    hint: (items) => `${textsOf(items).hint} Ctrl + Enter envía.`,
    // The reason is already filled in, so Enter approves.
    initialFocus: () => (action === 'approve' ? 'submit' : 'reason'),
    submit: (items) => textsOf(items).submit,
    done: (items) => textsOf(items).done,
    failed: 'Error al moderar reseña',
    /** Sends one request for each kind of row. */
    async send(api, { rows, reason }) {
      const outcomes: ActionOutcomes = { items: [] }
      for (const kind of reportKinds) {
        const ofKind = rows.filter((row) => row.kind === kind)
        const targets = ofKind.map(({ id, lastActionId }) => ({ id, lastActionId }))
        if (targets.length === 0) continue
        const { items } = await api.reports[action]({ kind, targets, reason })
        outcomes.items.push(...items)
      }
      return outcomes
    },
    route: ['reports', action],
  }
}
