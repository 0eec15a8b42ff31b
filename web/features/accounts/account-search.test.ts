import { expect, test } from 'vitest'

import { parseAccountSearch } from './account-search.ts'

test.each([
  [{ seccion: 'avisos' }, 'avisos'],
  [{}, undefined],
  [{ seccion: 'otra' }, undefined],
  [{ seccion: ['avisos'] }, undefined],
  [{ seccion: null }, undefined],
  [{ seccion: '__proto__' }, undefined],
])('the URL parameters %j open the section %s', (raw, expected) => {
  expect(parseAccountSearch(raw)).toEqual({ seccion: expected })
})
