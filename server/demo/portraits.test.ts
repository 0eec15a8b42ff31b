import { expect, test } from 'vitest'
import { createPortraits } from './portraits.ts'

const portraits = createPortraits()
const fetchPortrait = async (path: string) => {
  const response = await portraits.request(path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('a portrait is an SVG with its size: the same for the same name, and a different one for another name', async () => {
  const carolina = await fetchPortrait('/carolina-etchart.svg')
  expect(carolina).toMatchObject({ status: 200, type: 'image/svg+xml' })
  expect(carolina.text).toMatch(/^<svg [^>]*width="320" height="320"/u)
  expect(await fetchPortrait('/carolina-etchart.svg')).toEqual(carolina)
  expect((await fetchPortrait('/carolina-viera.svg')).text).not.toBe(carolina.text)
})

test('portraits contain no script and no inline style, which our content security policy refuses', async () => {
  for (const name of ['diego', 'carolina', 'gonzalo', 'valentina', 'andres', 'jimena', 'bruno', 'soledad']) {
    const { text } = await fetchPortrait(`/${name}-sosa.svg`)
    expect(/<script|style=/u.test(text), name).toBe(false)
  }
})

test.each(['/', '/..svg', '/Carolina.svg', `/${'a'.repeat(81)}.svg`, '/carolina.png'])(
  '%s is not the address of a portrait',
  async (path) => {
    expect((await fetchPortrait(path)).status).toBe(404)
  },
)
