import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it('a text that fits stays as it is, also when its characters take two units each', () => {
  expect(cutText('Centro', 6)).toBe('Centro')
  expect(cutText('🌿🌿🌿', 3)).toBe('🌿🌿🌿')
})

it('a longer text ends with an ellipsis at its maximum length, without half a character', () => {
  expect(cutText('Centro de salud', 9)).toBe('Centro d…')
  expect(cutText('Centro de salud', 8)).toBe('Centro…')
  expect(cutText('🌿🌿🌿🌿', 3)).toBe('🌿🌿…')
})
