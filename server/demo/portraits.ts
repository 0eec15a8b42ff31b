import type { Options } from '@dicebear/notionists'
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { foldText } from '#contract/folded-text.ts'
import { womensNames } from './content/names.ts'

/** Larger than a portrait is on any screen; the browser scales it down. */
const size = 320
/** More than there are demo people. The limit keeps requests for invented names from filling the memory. */
const maxCachedPortraits = 500

/** Greens, sands and clay tones of the design, beside a blue and a lilac: neighbours in a list should differ. */
const backgrounds = ['cfe3d6', 'e6efe9', 'ead9bd', 'f1e9dc', 'efc9b4', 'f5e3d8', 'c6dbe6', 'e3ebee', 'd8d3e8', 'f0d8a8']
type Drawing = NonNullable<Options['eyes']>[number] & NonNullable<Options['hair']>[number]
const numbered = (...numbers: number[]) =>
  numbers.map((number) => `variant${String(number).padStart(2, '0')}` as Drawing)
/** The clothes and expressions of the style that suit a professional who receives patients. */
const looks = {
  lips: numbered(3, 4, 5, 14, 17, 22, 23, 25, 30),
  brows: numbered(1, 5, 6, 10, 12),
  eyes: numbered(1, 3, 4, 5),
  nose: numbered(1, 2, 3, 8, 11, 14, 16, 18, 19),
  glasses: numbered(3, 8, 11),
  beard: numbered(2, 5, 6, 9, 12),
  body: numbered(3, 5, 7, 11, 12, 13, 14, 16, 17, 19, 20, 21, 25),
} satisfies Options
const hair = {
  woman: numbered(2, 4, 8, 10, 11, 19, 23, 28, 29, 30, 36, 37, 39, 41, 43, 46, 47, 48, 57, 58),
  man: numbered(1, 3, 5, 6, 7, 9, 12, 13, 15, 16, 17, 18, 20, 22, 24, 25, 27, 31, 33, 34, 35, 38, 49, 54, 55, 56),
}
const womensFirstNames = new Set(womensNames.map(foldText))

/** Drawn portraits of the demo people, at /{slug}.svg: the same name always has the same face. */
export function createPortraits(): Hono {
  const portraits = new LRUCache<string, string>({ max: maxCachedPortraits, fetchMethod: (seed) => draw(seed) })
  return new Hono().get('/:file{[a-z0-9-]{1,80}\\.svg}', async (c) => {
    const seed = c.req.param('file').replace(/\.svg$/u, '')
    return c.body(await portraits.forceFetch(seed), 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
    })
  })
}

async function draw(seed: string): Promise<string> {
  // Imported with the first portrait, so that no start waits for it.
  const [{ createAvatar }, notionists] = await Promise.all([import('@dicebear/core'), import('@dicebear/notionists')])
  const isWoman = womensFirstNames.has(seed.split('-')[0] ?? '')
  const portrait = createAvatar(notionists, {
    seed,
    size,
    backgroundColor: backgrounds,
    ...looks,
    hair: isWoman ? hair.woman : hair.man,
    beardProbability: isWoman ? 0 : 35,
    glassesProbability: 30,
    gestureProbability: 0,
    bodyIconProbability: 0,
    scale: 110,
    translateY: 4,
  }).toString()
  // Redundant, and browsers report it because of our policy for styles.
  return portrait.replaceAll(' style="mask-type:luminance"', '')
}
