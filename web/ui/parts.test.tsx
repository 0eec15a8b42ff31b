import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Accordion } from './accordion.tsx'
import { Avatar } from './avatar.tsx'
import { Badge, type BadgeTone } from './badge.tsx'
import { Pagination } from './pagination.tsx'

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')

test.each([
  ['élida Sosa', 'É'],
  ['  Bruno', 'B'],
  ['', 'U'],
  [null, 'U'],
])('without a picture the avatar of %j shows %s', (name, letter) => {
  expect(textOf(renderToStaticMarkup(<Avatar name={name} />))).toBe(letter)
})

test.each([
  [1, 3, ['1', '2', '3']],
  [1, 9, ['1', '2', '…', '9']],
  [5, 9, ['1', '…', '4', '5', '6', '…', '9']],
  [9, 9, ['1', '…', '8', '9']],
])(
  'page %i of %i links to the first, the last and its neighbours, with an ellipsis in each gap',
  (page, pageCount, shown) => {
    const html = renderToStaticMarkup(<Pagination page={page} pageCount={pageCount} hrefOf={(to) => `?page=${to}`} />)
    const cells = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, cell = '']) => textOf(cell))
    expect(cells.filter((cell) => cell !== '')).toEqual(shown)
  },
)

test('an accordion has its first answer open, and one at a time', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id, title: `Pregunta ${id}`, content: `Respuesta ${id}` }))
  const html = renderToStaticMarkup(<Accordion items={items} defaultOpen="a" />)
  const parts = [...html.matchAll(/<details([^>]*)>/g)].map(([, attributes = '']) => attributes)
  // A browser keeps one open of those with a common name.
  expect(new Set(parts.map((attributes) => /name="([^"]+)"/.exec(attributes)?.[1])).size).toBe(1)
  expect(parts.map((attributes) => / open=/.test(attributes))).toEqual([true, false, false])
})

test.each<[BadgeTone, string]>([
  ['blue', 'bg-blue-soft text-blue'],
  ['green', 'bg-green-soft text-green'],
  ['red', 'bg-red-soft text-red'],
  ['amber', 'bg-amber-soft text-amber'],
])('a badge of the tone %s has its colour, and an icon for those who do not see it', (tone, look) => {
  const html = renderToStaticMarkup(<Badge tone={tone}>Palabra</Badge>)
  expect(html).toContain(look)
  expect(html).toContain('<svg')
  expect(renderToStaticMarkup(<Badge>Palabra</Badge>)).not.toContain('<svg')
})
