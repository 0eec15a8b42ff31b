import { afterEach, expect, test, vi } from 'vitest'

import { readLocation } from './read-location.ts'

afterEach(() => vi.unstubAllGlobals())

test('the browser is asked for a precise position, within ten seconds, which may be ten minutes old', async () => {
  const getCurrentPosition = vi.fn((found: (position: object) => void, _fail: unknown, _options: unknown) =>
    found({ coords: { latitude: -34.90591, longitude: -56.19051 } }),
  )
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  expect(await readLocation()).toEqual({ point: '-34.906,-56.191' })
  expect(getCurrentPosition.mock.calls[0]?.[2]).toEqual({
    enableHighAccuracy: true,
    timeout: 10_000,
    maximumAge: 600_000,
  })
})
