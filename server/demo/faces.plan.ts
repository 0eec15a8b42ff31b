import { foldText } from '#contract/folded-text.ts'
import { namesOfOlderPeople, namesOfYoungPeople, womensNames } from './content/names.ts'
import { randomFor } from './random.ts'

/** What can be seen of a person, as numbers of drawings of the style and as colours. Null: there is none of it. */
export type Face = {
  /** Width and height against those of the style's own head. */
  shape: (typeof shapes)[number]
  skin: string
  /** Null: bald. */
  hair: number | null
  hairColor: string
  glasses: number | null
  beard: number | null
  clothes: number
  clothesColor: string
  background: string
  lips: number
  brows: number
  eyes: number
  nose: number
}

const shapes = ['1 1', '0.92 1.04', '1.07 0.98', '1.04 1.05', '0.95 0.96'] as const
const skins = [
  ['f9dcc6', 4],
  ['f1c8a8', 6],
  ['e4b18b', 6],
  ['c98f66', 4],
  ['a56f4a', 2],
  ['7d5138', 2],
] as const
const fairSkins = new Set<string>(['f9dcc6', 'f1c8a8', 'e4b18b'])
const fairColors = new Set(['c8974f', 'b98a4d', 'a4512d', '8f4a2c'])
const hairColors = {
  young: ['22292d', '4b3227', '7c4c2f', 'c8974f', 'a4512d', '22292d'],
  middle: ['22292d', '4b3227', '7c4c2f', 'b98a4d', '8f4a2c', '8d908e'],
  older: ['9fa19e', 'cfccc4', '74797a', 'b9b5ab'],
}
/** Greens, sands and clay tones of the design, beside a blue and a lilac. */
const backgrounds = ['cfe3d6', 'ead9bd', 'efc9b4', 'c6dbe6', 'd8d3e8', 'f0d8a8', 'e3ebee', 'f5e3d8', 'bcd3c0', 'e8e2d3']
const clothesColors = [
  '2f7a63',
  'f4efe4',
  'c4673f',
  '3d6f95',
  'e2b65c',
  '8b7fb3',
  '2e4a52',
  'd98f7a',
  '9dbfae',
  'ffffff',
]
const hair = {
  woman: {
    young: [8, 10, 23, 28, 29, 30, 36, 37, 39, 41, 46, 47, 48, 57, 58],
    middle: [2, 4, 8, 10, 11, 20, 23, 28, 30, 36, 37, 39, 41, 43, 47, 48, 58],
    older: [2, 4, 11, 19, 20, 30, 36, 43, 57],
  },
  man: {
    young: [1, 3, 7, 9, 12, 17, 22, 26, 32, 33, 38, 40, 53, 56],
    middle: [null, 1, 5, 6, 13, 15, 16, 18, 22, 25, 27, 31, 34, 35, 49, 54, 55, 60],
    older: [null, null, 42, 6, 15, 18, 25, 60, 13],
  },
} as const
const young = new Set(namesOfYoungPeople.map(foldText))
const older = new Set(namesOfOlderPeople.map(foldText))
const women = new Set(womensNames.map(foldText))

/** `seed`: a person's slug, maybe with a number behind it. The same seed always has the same face. */
export function faceOf(seed: string): Face {
  const random = randomFor(`face ${seed}`)
  const firstName = seed.split('-')[0] ?? ''
  const gender = women.has(firstName) ? 'woman' : 'man'
  const age = young.has(firstName) ? 'young' : older.has(firstName) ? 'older' : 'middle'
  const skin = random.weighted(skins)
  const colors = hairColors[age].filter((color) => !fairColors.has(color) || fairSkins.has(skin))
  return {
    shape: random.pick(shapes),
    skin,
    hair: random.pick<number | null>(hair[gender][age]),
    hairColor: random.pick(colors),
    glasses: random.chance(age === 'older' ? 0.6 : 0.3) ? random.pick([3, 8, 11]) : null,
    beard: gender === 'man' && random.chance(0.45) ? random.pick([2, 5, 6, 9, 10, 12]) : null,
    clothes: random.pick([3, 5, 7, 9, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 23, 25]),
    clothesColor: random.pick(clothesColors),
    background: random.pick(backgrounds),
    lips: random.pick([3, 5, 14, 22, 23, 25, 30]),
    brows: random.pick([1, 5, 12]),
    eyes: random.pick([1, 4, 5]),
    nose: random.pick([1, 2, 3, 8, 11, 14, 16, 18, 19]),
  }
}

/** What is seen at a glance, in a list. */
const traits = [
  'shape',
  'skin',
  'hair',
  'hairColor',
  'glasses',
  'beard',
  'clothes',
  'clothesColor',
  'background',
] as const
export const mostShared = 2

/** How many traits two people have in common; both without glasses or without a beard is none. */
export function sharedTraits(a: Face, b: Face): number {
  return traits.filter((trait) => a[trait] !== null && a[trait] === b[trait]).length
}

function areAlike(a: Face, b: Face): boolean {
  return a.hair === b.hair || a.background === b.background || sharedTraits(a, b) > mostShared
}

/** Names of portraits for the people of one centre, by slug: no two look alike. */
export function castTeam(slugs: readonly string[]): Map<string, string> {
  const cast = new Map<string, string>()
  for (const slug of slugs) {
    const colleagues = [...cast.values()].map(faceOf)
    const isFree = (seed: string) => !colleagues.some((colleague) => areAlike(colleague, faceOf(seed)))
    let seed = slug
    // A team of the size of a centre's always finds one early; the end of the search is a mistake in the lists above.
    for (let take = 2; !isFree(seed); take++) {
      if (take > 500) throw new Error(`every face for ${slug} looks like a colleague's`)
      seed = `${slug}-${take}`
    }
    cast.set(slug, seed)
  }
  return cast
}
