import { expect, test } from 'vitest'
import { isComposing } from './is-composing.ts'

test.each([
  ['the Enter of a user who is composing', { isComposing: true, keyCode: 13 }, true],
  ['the Enter that ends a composition in Safari', { isComposing: false, keyCode: 229 }, true],
  ['an Enter of its own', { isComposing: false, keyCode: 13 }, false],
])('%s', (_, key, belongs) => expect(isComposing(key)).toBe(belongs))
