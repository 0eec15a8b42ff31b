import { describe, expect, test } from 'vitest'

import { type Obstacle, placeToast } from './toast-place.ts'

const size = { width: 336, height: 72 }
const phone = { width: 360, height: 740 }
const desktop = { width: 1440, height: 900 }
const wideSize = { width: 416, height: 72 }
const firm = (left: number, top: number, width: number, height: number): Obstacle => ({
  left,
  top,
  width,
  height,
  isFirm: true,
})
const bar = (...at: Parameters<typeof firm>): Obstacle => ({ ...firm(...at), isBar: true })

describe('on a phone', () => {
  test('a toast is at the lower end of the screen', () => {
    expect(placeToast({ size, viewport: phone, obstacles: [] })).toEqual({ left: 12, top: 656 })
  })

  test('a bar at the lower end lifts the toast above it', () => {
    expect(placeToast({ size, viewport: phone, obstacles: [bar(0, 668, 360, 72)] })).toEqual({ left: 12, top: 588 })
  })

  test('two bars at the lower end, one above the other, lift it above both', () => {
    const bars = [bar(0, 680, 360, 60), bar(0, 608, 360, 72)]
    expect(placeToast({ size, viewport: phone, obstacles: bars }).top).toBe(528)
  })

  test('a button or a link below does not move it, so that it is where the visitor looks for it', () => {
    const button: Obstacle = { ...firm(20, 660, 300, 44), isFirm: false }
    expect(placeToast({ size, viewport: phone, obstacles: [button] }).top).toBe(656)
  })

  test('a field, an error or a timer there sends it to the upper end', () => {
    expect(placeToast({ size, viewport: phone, obstacles: [firm(20, 660, 300, 44)] })).toEqual({ left: 12, top: 12 })
    const lifted = [bar(0, 668, 360, 72), firm(20, 560, 300, 44)]
    expect(placeToast({ size, viewport: phone, obstacles: lifted }).top).toBe(12)
  })

  test('with fields at both ends it is in the lowest gap into which it fits', () => {
    const obstacles = [firm(0, 0, 360, 68), firm(20, 660, 300, 44), firm(20, 540, 300, 44)]
    expect(placeToast({ size, viewport: phone, obstacles }).top).toBe(460)
  })

  test('on a screen full of fields the toast covers other elements before a field', () => {
    const fields = Array.from({ length: 12 }, (_, row) => firm(0, row * 52, 360, 44))
    const link: Obstacle = { left: 0, top: 640, width: 360, height: 100, isFirm: false }
    expect(placeToast({ size, viewport: phone, obstacles: [...fields, link] }).top).toBe(656)
  })
})

describe('on a wide screen', () => {
  test('a toast is in the lower right corner', () => {
    expect(placeToast({ size: wideSize, viewport: desktop, obstacles: [] })).toEqual({ left: 1000, top: 804 })
  })

  test('a field there moves it to the upper end, and to the left side once the column is full', () => {
    const field = firm(1100, 820, 200, 44)
    expect(placeToast({ size: wideSize, viewport: desktop, obstacles: [field] })).toEqual({ left: 1000, top: 24 })
    const column = firm(1100, 0, 200, 900)
    expect(placeToast({ size: wideSize, viewport: desktop, obstacles: [column] })).toEqual({ left: 24, top: 804 })
  })
})

test('a toast that is higher than the screen still starts on it', () => {
  const place = placeToast({ size: { width: 336, height: 900 }, viewport: phone, obstacles: [] })
  expect(place).toEqual({ left: 12, top: 0 })
})
