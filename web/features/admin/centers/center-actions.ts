import type { CenterRow } from '#contract/center-records.ts'
import type { ActionField, OfferedAction } from '../actions/offered-action.ts'
import { rowNouns } from '../actions/row-nouns.ts'

type ActionCenter = Pick<CenterRow, 'id' | 'name' | 'lastActionId' | 'can'>

const ofCenters = {
  noun: rowNouns.center,
  nameOf: ({ name }: ActionCenter) => name,
  asks: () => ['reason'] as const,
  hint: () => 'Lo lee el centro en su correo, y queda en el registro.',
  failed: 'Error al actualizar centro',
} as const

const offer = <Field extends ActionField>(action: OfferedAction<ActionCenter, Field>) => action
const isOne = (centers: readonly ActionCenter[]) => centers.length === 1

/** What staff do with centres, in the order of the buttons. */
export const centerActions = {
  approve: offer({
    route: ['centerRecords', 'approve'],
    ...ofCenters,
    label: 'Aprobar',
    allows: ({ can }) => can.approve,
    isMain: true,
    title: (centers) => (isOne(centers) ? 'Aprobar el centro' : 'Aprobar'),
    initial: () => ({ reason: 'Su información y sus documentos están en regla.' }),
    initialFocus: () => 'submit',
    description: () => 'Aparece en la búsqueda y recibe reservas. Le avisamos por correo.',
    submit: () => 'Aprobar',
    done: (centers) => (isOne(centers) ? 'Centro aprobado' : 'Centros aprobados'),
    send: (api, { targets, reason }) => api.centerRecords.approve({ targets, reason }),
  }),

  revoke: offer({
    route: ['centerRecords', 'revoke'],
    ...ofCenters,
    label: 'Retirar la aprobación',
    allows: ({ can }) => can.revoke,
    title: () => 'Retirar la aprobación',
    description: () =>
      'Deja de verse y de recibir reservas nuevas. Las citas ya reservadas se mantienen. Le avisamos por correo.',
    submit: () => 'Retirar la aprobación',
    done: (centers) => (isOne(centers) ? 'Aprobación retirada' : 'Aprobaciones retiradas'),
    send: (api, { targets, reason }) => api.centerRecords.revoke({ targets, reason }),
  }),
}
