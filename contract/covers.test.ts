import { expect, test } from 'vitest'
import { covers } from './covers.ts'
import { foldText } from './folded-text.ts'

test('each spoken name of a cover is folded and means one cover', () => {
  const spoken = Object.values(covers).flatMap((cover) => cover.spoken)
  expect(spoken.map(foldText)).toEqual(spoken)
  expect(new Set(spoken).size).toBe(spoken.length)
})
