import { expect, test } from 'vitest'
import type { QueueItem } from '#contract/reports.ts'
import type { Role } from '#contract/roles.ts'
import type { UserRow } from '#contract/users.ts'
import { centerActions } from '../centers/center-actions.ts'
import { documentActions } from '../documents/document-actions.ts'
import { queueActions } from '../moderation/queue-actions.ts'
import { userActions } from './user-actions.tsx'

const withRoles = (...roles: Role[]) => ({ roles }) as UserRow
const [patient, owner, both] = [withRoles('patient'), withRoles('center'), withRoles('center', 'patient')]

test.each([
  [[patient], 'No podrá entrar hasta esa fecha. Las citas que reservó como paciente se mantienen.'],
  [[owner], 'No podrá entrar hasta esa fecha. Su centro deja de verse, y se cancelan sus citas que empiezan antes.'],
  [
    [both],
    'No podrá entrar hasta esa fecha. Su centro deja de verse, y se cancelan sus citas que empiezan antes. Las citas que reservó como paciente se mantienen.',
  ],
  [
    [patient, owner],
    'No podrán entrar hasta esa fecha. Los centros que dirigen dejan de verse, y se cancelan sus citas que empiezan antes. Las citas que reservaron como pacientes se mantienen.',
  ],
])('a suspension says what becomes of these very accounts: %#', (users, sentence) => {
  expect(userActions.suspend.description(users)).toBe(sentence)
})

test('a ban and an activation speak of a centre only where there is one', () => {
  expect(userActions.ban.description([patient])).not.toContain('centro')
  expect(userActions.activate.description([patient])).toBe('Podrá entrar de nuevo.')
  expect(userActions.activate.description([owner])).toContain('Las citas que se cancelaron por la medida no vuelven.')
})

test('staff read what they have done to one account, centre, review or document', () => {
  const [center, review, document] = [{}, { kind: 'review' }, {}]
  expect([
    userActions.ban.done([patient]),
    userActions.activate.done([patient]),
    centerActions.revoke.done([center as never]),
    queueActions.approve.done([review as QueueItem]),
    documentActions.reject.done([document as never]),
  ]).toEqual([
    'Usuario bloqueado',
    'Usuario activado',
    'Aprobación retirada',
    'Opinión aprobada',
    'Documento rechazado',
  ])
})
