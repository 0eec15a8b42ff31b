import { expect, test, vi } from 'vitest'
import { failRequest } from '#contract/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { type ActionTarget, defineAction, outcomesOf } from './staff-actions.ts'

const target: ActionTarget<object> = { type: 'user', lock: async () => ({}) }
const parts = { target, type: 'warn', check: () => undefined, apply: async () => ({ details: {} }) }

test('an action that does not say what it mails, whom it notifies, or how it is undone, does not compile', () => {
  // @ts-expect-error: `mail` is missing.
  defineAction({ ...parts, bell: 'none', undo: 'never' })
  // @ts-expect-error: `bell` is missing.
  defineAction({ ...parts, mail: 'none', undo: 'never' })
  // @ts-expect-error: `undo` is missing.
  defineAction({ ...parts, mail: 'none', bell: 'none' })
  // @ts-expect-error: the undo does not say what it mails.
  defineAction({ ...parts, mail: 'none', bell: 'none', undo: { apply: async () => ({}), bell: 'none' } })
  // @ts-expect-error: the undo does not say whom it notifies.
  defineAction({ ...parts, mail: 'none', bell: 'none', undo: { apply: async () => ({}), mail: 'none' } })
  const action = defineAction({ ...parts, mail: 'none', bell: 'none', undo: 'never' })
  expect(action).toMatchObject({ type: 'warn', undo: 'never' })
})

const platform = await testPlatform()

/** Applies an action to as many rows as there are results. @returns the rows' ids, and the calls of the log */
async function applyTo(results: readonly (Error | undefined)[]) {
  const targets = results.map(() => ({ id: newId(), lastActionId: null }))
  const error = vi.spyOn(platform.log, 'error').mockImplementation(() => undefined)
  const applied: string[] = []
  const outcomes = outcomesOf(platform, {
    targetType: 'user',
    targets,
    async apply(_tx, { id }) {
      applied.push(id)
      const result = results[targets.findIndex((target) => target.id === id)]
      if (result) throw result
    },
  })
  const [settled] = await Promise.allSettled([outcomes])
  const logged = error.mock.calls.map(([fields]) => fields)
  error.mockRestore()
  return { ids: targets.map(({ id }) => id), applied, settled, logged }
}

test('a row that fails unexpectedly is logged and reported, and the rows after it are done', async () => {
  const broken = new Error('broken')
  const { ids, applied, settled, logged } = await applyTo([undefined, broken, undefined])
  expect(applied).toEqual(ids)
  expect(settled).toMatchObject({
    status: 'fulfilled',
    value: [{ id: ids[0] }, { id: ids[1], refusal: { code: 'service.failure', missing: [] } }, { id: ids[2] }],
  })
  expect(logged).toEqual([{ err: broken, targetType: 'user', targetId: ids[1] }])
})

test('a row that fails unexpectedly hides neither a refused row nor its reason', async () => {
  const { settled, logged } = await applyTo([new Error('broken'), failRequest('request.not_found')])
  expect(settled).toMatchObject({
    value: [{ refusal: { code: 'service.failure' } }, { refusal: { code: 'request.not_found' } }],
  })
  expect(logged).toHaveLength(1)
})

test('a request of which every row fails unexpectedly fails, and each row is logged', async () => {
  const { ids, applied, settled, logged } = await applyTo([new Error('first'), new Error('second')])
  expect(applied).toEqual(ids)
  expect(settled).toMatchObject({ status: 'rejected', reason: { message: 'first' } })
  expect(logged).toHaveLength(2)
})
