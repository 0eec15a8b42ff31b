import { expect, test } from 'vitest'

import { canonicalPath } from './canonical-path.ts'

const pathname = '/services/reiki'

test.each([
  [{}, '/services/reiki'],
  [{ q: undefined, page: undefined }, '/services/reiki'],
  [{ q: 'ana' }, '/services/reiki'],
  [{ q: 'ana', page: '2' }, '/services/reiki'],
  [{ q: undefined, page: '2' }, '/services/reiki?page=2'],
])('a list with the parameters %o has the canonical address %s', (search, canonical) => {
  expect(canonicalPath({ pathname, search })).toBe(canonical)
})
