import { expect, test } from 'vitest'
import { gatherCells } from './map-cells.ts'

const area = { south: 0, west: 0, north: 12, east: 6 }
const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test('several points in a cell become a count at their mean position, and a single point stays a point', () => {
  expect(gatherCells([at(0.2, 0.2), at(0.4, 0.6), at(1.2, 0.2), at(12, 6)], area)).toEqual({
    alone: [at(1.2, 0.2), at(12, 6)],
    cells: [{ latitude: expect.closeTo(0.3), longitude: expect.closeTo(0.4), count: 2 }],
  })
})

test('without points there are no cells', () => {
  expect(gatherCells([], area)).toEqual({ alone: [], cells: [] })
})
