import { expect, test } from 'vitest'

import { liftOf } from './launcher-place.ts'

const box = { left: 330, top: 600, width: 48, height: 48 }
const rowAt = (top: number) => ({ left: 16, top, width: 358, height: 44 })

test('the button stays where it covers nothing', () => {
  expect(liftOf({ box, controls: [rowAt(500), { ...rowAt(610), width: 200 }], maxLiftPx: 300 })).toBe(0)
})

test('the button moves to just above the control that it would cover', () => {
  expect(liftOf({ box, controls: [rowAt(610)], maxLiftPx: 300 })).toBe(46)
})

test('the button passes a row of controls that leave too little space between them', () => {
  expect(liftOf({ box, controls: [rowAt(610), rowAt(550)], maxLiftPx: 300 })).toBe(106)
})

test('the button stays where no place is free', () => {
  expect(liftOf({ box, controls: [rowAt(610), rowAt(550)], maxLiftPx: 100 })).toBe(0)
})
