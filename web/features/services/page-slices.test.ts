import { expect, test } from 'vitest'

import { pageSlices } from './page-slices.ts'

test.each([
  [12, 9],
  [9, 9],
  [5, 9],
])('from requests of %i items, pages of %i items show each item once and in order', (perRequest, perPage) => {
  const all = Array.from({ length: 100 }, (_, index) => index)
  const shown = Array.from({ length: Math.ceil(100 / perPage) }, (_, index) => {
    const { requests, offset } = pageSlices({ page: index + 1, perPage, perRequest })
    const read = requests.flatMap((request) => all.slice((request - 1) * perRequest, request * perRequest))
    return read.slice(offset, offset + perPage)
  })
  expect(shown.flat()).toEqual(all)
})
