import type { DocumentRow } from '#contract/center-records.ts'
import type { ActionOutcomes } from '#contract/moderation.ts'
import type { ApiTools } from '#web/platform/api.ts'
import type { ActionField, OfferedAction } from '../actions/offered-action.ts'
import { rowNouns } from '../actions/row-nouns.ts'

/** A document with its name for staff: «Habilitación de Centro Ombú». */
export type ReviewedDocument = Pick<DocumentRow, 'id' | 'expiryDate' | 'lastActionId' | 'can'> & { name: string }

const ofDocuments = {
  noun: rowNouns.document,
  nameOf: ({ name }: ReviewedDocument) => name,
  hint: () => 'Lo lee el centro en su correo, y queda en el registro. Ctrl + Enter envía.',
  failed: 'Error al revisar cumplimiento',
} as const

const offer = <Field extends ActionField>(action: OfferedAction<ReviewedDocument, Field>) => action
const isOne = (documents: readonly ReviewedDocument[]) => documents.length === 1

/** What staff do with documents, in the order of the buttons. */
export const documentActions = {
  approve: offer({
    route: ['centerRecords', 'approveDocuments'],
    ...ofDocuments,
    label: 'Aprobar documentos',
    allows: ({ can }) => can.approve,
    title: (documents) => (isOne(documents) ? 'Aprobar el documento' : 'Aprobar documentos'),
    description: () => undefined,
    note: (documents) => (isOne(documents) ? undefined : 'Cada uno vence el día que dijo su centro.'),
    asks: (documents) => (isOne(documents) ? (['expiryDate', 'reason'] as const) : (['reason'] as const)),
    initial: (documents) => ({
      expiryDate: (isOne(documents) && documents[0]?.expiryDate) || '',
      reason: 'Está completo y vigente.',
    }),
    // The day and the reason are often filled in already; Enter then approves.
    initialFocus: (documents) => (isOne(documents) && !documents[0]?.expiryDate ? 'expiryDate' : 'submit'),
    submit: () => 'Aprobar',
    done: (documents) => (isOne(documents) ? 'Documento aprobado' : 'Documentos aprobados'),
    send: (api, { rows, targets, expiryDate, reason }) =>
      isOne(rows)
        ? api.centerRecords.approveDocuments({ targets, expiryDate: expiryDate || null, reason })
        : approveEachDay(api, { documents: rows, reason }),
  }),

  reject: offer({
    route: ['centerRecords', 'rejectDocuments'],
    ...ofDocuments,
    label: 'Rechazar documentos',
    allows: ({ can }) => can.reject,
    title: (documents) => (isOne(documents) ? 'Rechazar el documento' : 'Rechazar documentos'),
    description: () =>
      'Deja de valer, también si estaba aprobado. Un centro sin su habilitación vigente no recibe reservas nuevas.',
    asks: () => ['reason'],
    initialFocus: () => 'reason',
    submit: () => 'Rechazar',
    done: (documents) => (isOne(documents) ? 'Documento rechazado' : 'Documentos rechazados'),
    send: (api, { targets, reason }) => api.centerRecords.rejectDocuments({ targets, reason }),
  }),

  request: offer({
    route: ['centerRecords', 'requestDocuments'],
    ...ofDocuments,
    label: 'Pedir otros documentos',
    allows: ({ can }) => can.request,
    title: (documents) => (isOne(documents) ? 'Pedir otro documento' : 'Pedir otros documentos'),
    description: () => 'Lo que ya subió el centro sigue como está hasta que revisemos lo nuevo.',
    asks: () => ['reason'],
    initialFocus: () => 'reason',
    submit: () => 'Pedir',
    done: (documents) => (isOne(documents) ? 'Documento pedido' : 'Documentos pedidos'),
    send: (api, { targets, reason }) => api.centerRecords.requestDocuments({ targets, reason }),
  }),
}

export type DocumentAction = keyof typeof documentActions

type Approval = { documents: readonly ReviewedDocument[]; reason: string }

/** One request for each last day, because one request approves until one day. */
async function approveEachDay(api: ApiTools['api'], { documents, reason }: Approval): Promise<ActionOutcomes> {
  const outcomes: ActionOutcomes = { items: [] }
  for (const day of new Set(documents.map(({ expiryDate }) => expiryDate))) {
    const targets = documents
      .filter(({ expiryDate }) => expiryDate === day)
      .map(({ id, lastActionId }) => ({ id, lastActionId }))
    const { items } = await api.centerRecords.approveDocuments({ targets, expiryDate: day, reason })
    outcomes.items.push(...items)
  }
  return outcomes
}
