import { expect, test } from 'vitest'
import { centerDrafts } from './content/centers.ts'
import { castTeam, faceOf, mostShared, sharedTraits } from './faces.plan.ts'
import { inventPeople } from './people.ts'
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

test('in no centre do two people look alike, and a whole town of them has many faces', () => {
  const invent = inventPeople('professionals')
  const teams = centerDrafts.map(({ team }) => {
    const slugs = team.map(() => invent().slug)
    return [...castTeam(slugs).values()].map(faceOf)
  })
  for (const team of teams) {
    for (const [index, one] of team.entries()) {
      for (const other of team.slice(index + 1)) {
        expect(sharedTraits(one, other)).toBeLessThanOrEqual(mostShared)
        expect(one.hair).not.toBe(other.hair)
        expect(one.background).not.toBe(other.background)
      }
    }
  }
  const faces = teams.flat()
  expect(new Set(faces.map((face) => JSON.stringify(face))).size).toBe(faces.length)
  for (const trait of ['skin', 'hairColor', 'background', 'clothesColor'] as const) {
    expect(new Set(faces.map((face) => face[trait])).size, trait).toBeGreaterThanOrEqual(6)
  }
})

test('a face fits its name: no grey hair for the young, no beard for a woman, grey for a name of sixty years ago', () => {
  const surnamesOfTest = Array.from({ length: 40 }, (_, index) => `sosa-${index}`)
  const facesOf = (name: string) => surnamesOfTest.map((surname) => faceOf(`${name}-${surname}`))
  const greys = ['9fa19e', 'cfccc4', '74797a', 'b9b5ab', '8d908e']
  expect(facesOf('bautista').filter(({ hairColor, hair }) => greys.includes(hairColor) || hair === null)).toEqual([])
  expect(facesOf('graciela').filter(({ beard }) => beard !== null)).toEqual([])
  expect(facesOf('washington').filter(({ hairColor }) => !greys.includes(hairColor))).toEqual([])
})

test('a portrait shows the skin, the hair and the clothes of its face, and no hair for a bald person', async () => {
  const { text } = await fetchPortrait('/carolina-etchart.svg')
  const { skin, hairColor, clothesColor, background } = faceOf('carolina-etchart')
  for (const color of [skin, hairColor, clothesColor, background]) expect(text).toContain(`"#${color}"`)
  expect(text).not.toContain('"#000"')
  const bald = Array.from({ length: 40 }, (_, index) => `hugo-sosa-${index}`).find((seed) => faceOf(seed).hair === null)
  expect((await fetchPortrait(`/${bald}.svg`)).text).not.toContain('translate(266 207)')
})
