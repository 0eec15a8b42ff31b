import { expect, test } from 'vitest'

import { initialFraming, moveFraming, wholeZoom } from './framing.ts'

const picture = { width: 300, height: 200 }
const frame = { width: 200, height: 200 }

test.each([
  ['moves where there is room', initialFraming, { x: 20, y: 0 }, { x: 20, y: 0 }],
  ['stops at the edge', initialFraming, { x: 80, y: 0 }, { x: 50, y: 0 }],
  ['stops at the other edge', initialFraming, { x: -80, y: 0 }, { x: -50, y: 0 }],
  ['stays where it just fits', initialFraming, { x: 0, y: 20 }, { x: 0, y: 0 }],
  ['has more room when magnified', { ...initialFraming, zoom: 2 }, { x: 0, y: -90 }, { x: 0, y: -90 }],
  ['has no more room than that', { ...initialFraming, zoom: 2 }, { x: 0, y: -120 }, { x: 0, y: -100 }],
])('a picture behind its frame %s', (_, from, by, expected) => {
  expect(moveFraming({ from, by, picture, frame })).toEqual({ ...expected, zoom: from.zoom })
})

test('a picture that is smaller than its frame stays inside it', () => {
  const from = { ...initialFraming, zoom: 0.5 }
  expect(moveFraming({ from, by: { x: 80, y: 80 }, picture, frame })).toEqual({ x: 25, y: 50, zoom: 0.5 })
})

test.each([
  ['wide', { width: 400, height: 100 }, 1, 0.25],
  ['high', { width: 100, height: 200 }, 1, 0.5],
  ['of the same shape', { width: 300, height: 200 }, 1.5, 1],
  ['wider than a wide frame', { width: 600, height: 200 }, 1.5, 0.5],
])('a %s picture is fully visible at the zoom that fits it', (_, size, ratio, zoom) => {
  expect(wholeZoom({ picture: size, ratio })).toBeCloseTo(zoom)
})
