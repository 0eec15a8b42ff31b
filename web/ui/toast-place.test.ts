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

describe('on a phone', () => {
  test('a toast is at the lower end of the screen', () => {
    expect(placeToast({ size, viewport: phone, obstacles: [] })).toEqual({ left: 12, top: 656 })
  })

  test('a bar at the lower end lifts the toast above it', () => {
    expect(placeToast({ size, viewport: phone, obstacles: [firm(0, 668, 360, 72)] })).toEqual({ left: 12, top: 588 })
  })

  test('the gap between two buttons is used only when the toast fits into it', () => {
    const bar = firm(0, 668, 360, 72)
    const button = firm(20, 560, 300, 44)
    expect(placeToast({ size, viewport: phone, obstacles: [bar, button] }).top).toBe(480)
    const higher = firm(20, 530, 300, 44)
    expect(placeToast({ size, viewport: phone, obstacles: [bar, higher] }).top).toBe(588)
  })

  test('a toast above a title also avoids the higher button beside it', () => {
    const place = placeToast({ size, viewport: phone, obstacles: [firm(20, 424, 240, 29), firm(304, 416, 44, 324)] })
    expect(place.top).toBe(336)
  })

  test('on a screen full of buttons the toast covers other elements before a button', () => {
    const buttons = Array.from({ length: 12 }, (_, row) => firm(0, row * 52, 360, 44))
    const field: Obstacle = { left: 0, top: 640, width: 360, height: 100, isFirm: false }
    expect(placeToast({ size, viewport: phone, obstacles: [...buttons, field] }).top).toBe(656)
  })
})

describe('on a wide screen', () => {
  test('a toast is in the lower right corner', () => {
    expect(placeToast({ size: wideSize, viewport: desktop, obstacles: [] })).toEqual({ left: 1000, top: 804 })
  })

  test('a column of buttons down to the end moves the toast up, and to the left side once the column is full', () => {
    const button = firm(1100, 820, 200, 44)
    expect(placeToast({ size: wideSize, viewport: desktop, obstacles: [button] })).toEqual({ left: 1000, top: 740 })
    const column = firm(1100, 0, 200, 900)
    expect(placeToast({ size: wideSize, viewport: desktop, obstacles: [column] })).toEqual({ left: 24, top: 804 })
  })
})

test('a toast that is higher than the screen still starts on it', () => {
  const place = placeToast({ size: { width: 336, height: 900 }, viewport: phone, obstacles: [] })
  expect(place).toEqual({ left: 12, top: 0 })
})
