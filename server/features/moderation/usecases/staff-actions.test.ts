import { expect, test } from 'vitest'
import { type ActionTarget, defineAction } from './staff-actions.ts'

const target: ActionTarget<object> = { type: 'user', lock: async () => ({}) }
const parts = { target, type: 'warn', check: () => undefined, apply: async () => ({ details: {} }) }

test('an action that does not say what it mails, or how it is undone, does not compile', () => {
  // @ts-expect-error: `mail` is missing.
  defineAction({ ...parts, undo: 'never' })
  // @ts-expect-error: `undo` is missing.
  defineAction({ ...parts, mail: 'none' })
  // @ts-expect-error: the undo does not say what it mails.
  defineAction({ ...parts, mail: 'none', undo: { apply: async () => ({}) } })
  expect(defineAction({ ...parts, mail: 'none', undo: 'never' })).toMatchObject({ type: 'warn', undo: 'never' })
})
