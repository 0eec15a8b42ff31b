import { roles } from '#contract/roles.ts'
import type { UserRow } from '#contract/users.ts'
import type { ActionField, OfferedAction } from '../actions/offered-action.ts'
import { rowNouns } from '../actions/row-nouns.ts'
import { ClosingEffects } from './closing-effects.tsx'

const ofUsers = {
  noun: rowNouns.account,
  nameOf: ({ fullName, email }: UserRow) => fullName || email,
  hint: () => 'Lo lee la persona en su correo, y queda en el registro.',
} as const

const offer = <Field extends ActionField>(action: OfferedAction<UserRow, Field>) => action

/** What staff do with accounts, in the order of the buttons. */
export const userActions = {
  activate: offer({
    route: ['users', 'activate'],
    ...ofUsers,
    label: 'Activar',
    allows: ({ can }) => can.activate,
    title: () => 'Activar',
    description: describeActivation,
    asks: () => ['reason'],
    submit: () => 'Activar',
    done: () => 'Usuario activado',
    failed: 'Error al actualizar usuario',
    send: (api, { targets, reason }) => api.users.activate({ targets, reason }),
  }),

  suspend: offer({
    route: ['users', 'suspend'],
    ...ofUsers,
    label: 'Suspender',
    allows: ({ can }) => can.suspend,
    title: () => 'Suspender',
    description: (users) => describeBlock(users, { isForGood: false }),
    note: (users, { days }) => <ClosingEffects userIds={ownersOf(users)} days={days} />,
    asks: () => ['days', 'reason'],
    submit: () => 'Suspender',
    done: () => 'Usuario suspendido',
    failed: 'Error al actualizar usuario',
    send: (api, { targets, days, reason }) => api.users.suspend({ targets, days, reason }),
  }),

  ban: offer({
    route: ['users', 'ban'],
    ...ofUsers,
    label: 'Bloquear',
    allows: ({ can }) => can.ban,
    title: () => 'Bloquear',
    description: (users) => describeBlock(users, { isForGood: true }),
    note: (users) => <ClosingEffects userIds={ownersOf(users)} />,
    asks: () => ['reason'],
    submit: () => 'Bloquear',
    done: () => 'Usuario bloqueado',
    failed: 'Error al actualizar usuario',
    send: (api, { targets, reason }) => api.users.ban({ targets, reason }),
  }),

  warn: offer({
    route: ['users', 'warn'],
    ...ofUsers,
    label: 'Advertir por correo',
    allows: ({ can }) => can.warn,
    title: () => 'Advertir por correo',
    description: () => 'Le llega un correo con el motivo. Su cuenta queda como está.',
    asks: () => ['reason'],
    submit: () => 'Enviar la advertencia',
    done: () => 'Advertencia enviada',
    failed: 'Error al enviar la advertencia',
    send: (api, { targets, reason }) => api.users.warn({ targets, reason }),
  }),

  setRole: offer({
    route: ['users', 'setRole'],
    ...ofUsers,
    label: 'Cambiar el rol',
    allows: ({ can }) => can.setRole.length > 0,
    title: () => 'Cambiar el rol',
    description: () => 'El rol nuevo reemplaza a los que tiene ahora.',
    asks: () => ['role', 'reason'],
    rolesFor: settableRoles,
    initial: (users) => ({ role: settableRoles(users)[0] ?? 'patient' }),
    appliesTo: ({ can }, { role }) => can.setRole.includes(role),
    submit: () => 'Cambiar el rol',
    done: () => 'Rol actualizado',
    failed: 'Error al actualizar rol',
    send: (api, { targets, role, reason }) => api.users.setRole({ targets, role, reason }),
  }),
}

const ownersOf = (users: readonly UserRow[]) =>
  users.filter(({ roles }) => roles.includes('center')).map(({ id }) => id)

/** Of these accounts: whether there are several, and how many direct a centre or only book. */
function groupsOf(users: readonly UserRow[]) {
  const owners = ownersOf(users).length
  return { areMany: users.length > 1, owners, areAllOwners: owners === users.length }
}

function describeActivation(users: readonly UserRow[]): string {
  const { areMany, owners, areAllOwners } = groupsOf(users)
  const enter = areMany ? 'Podrán entrar de nuevo.' : 'Podrá entrar de nuevo.'
  if (owners === 0) return enter
  const subject = areMany ? (areAllOwners ? 'Sus centros' : 'Los centros que dirigen') : 'Su centro'
  const visible = areMany ? 'vuelven a verse, si estaban aprobados' : 'vuelve a verse, si estaba aprobado'
  return `${enter} ${subject} ${visible}. Las citas que se cancelaron por la medida no vuelven.`
}

/** What a suspension or a ban does to these accounts. The appointments that a person booked stay: only those of a centre are cancelled. */
function describeBlock(users: readonly UserRow[], { isForGood }: { isForGood: boolean }): string {
  const { areMany, owners, areAllOwners } = groupsOf(users)
  const can = areMany ? 'No podrán entrar' : 'No podrá entrar'
  const enter = isForGood ? `${can} más.` : `${can} hasta esa fecha.`
  const isNoBooker = areAllOwners && !users.some(({ roles }) => roles.includes('patient'))
  const booked = areMany ? 'Las citas que reservaron como pacientes' : 'Las citas que reservó como paciente'
  const kept = isNoBooker ? '' : ` ${booked} se mantienen.`
  if (owners === 0) return `${enter}${kept}`
  const subject = areMany ? (areAllOwners ? 'Sus centros dejan' : 'Los centros que dirigen dejan') : 'Su centro deja'
  const cancelled = isForGood ? 'y sus citas se cancelan' : 'y se cancelan sus citas que empiezan antes'
  return `${enter} ${subject} de verse, ${cancelled}.${kept}`
}

function settableRoles(users: readonly UserRow[]) {
  return roles.filter((role) => users.some(({ can }) => can.setRole.includes(role)))
}
