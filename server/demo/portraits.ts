import type { create } from '@dicebear/notionists'
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { type Face, faceOf } from './faces.plan.ts'

/** Larger than a portrait is on any screen; the browser scales it down. */
const size = 320
/** More than there are demo people. The limit keeps requests for invented names from filling the memory. */
const maxCachedPortraits = 500

/** The style draws black on white. Its lines get the ink of the design. */
const ink = '#1f2a2e'
const shirts = ['#fbf7ee', '#dfe9e3']

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

type Options = NonNullable<Parameters<typeof create>[0]['options']>

async function draw(seed: string): Promise<string> {
  // Imported with the first portrait, so that no start waits for it.
  const [{ createAvatar }, notionists] = await Promise.all([import('@dicebear/core'), import('@dicebear/notionists')])
  const face = faceOf(seed)
  const only = (number: number | null) => (number === null ? [] : [`variant${String(number).padStart(2, '0')}`])
  const parts = {
    // The layer of a bald person's hair is left out afterwards, because the style has no head without it.
    hair: only(face.hair ?? 1),
    lips: only(face.lips),
    brows: only(face.brows),
    eyes: only(face.eyes),
    nose: only(face.nose),
    glasses: only(face.glasses),
    beard: only(face.beard),
    body: only(face.clothes),
  } as Options
  const portrait = createAvatar(notionists, {
    ...parts,
    seed,
    size,
    backgroundColor: [face.background],
    beardProbability: face.beard === null ? 0 : 100,
    glassesProbability: face.glasses === null ? 0 : 100,
    gestureProbability: 0,
    bodyIconProbability: 0,
    scale: 120,
    translateY: 6,
  }).toString()
  return (
    portrait
      .split(layerStarts)
      .map((layer) => paintLayer(layer, face))
      .join('')
      // Redundant, and browsers report it because of our policy for styles.
      .replaceAll(/ style="mask-type:luminance"| style="mix-blend-mode:difference"/gu, '')
  )
}

/** The style writes each part of a person as a group at its own place. */
const layerStarts = /(?=<g transform="translate\(\d+ \d+\)">)/u
const layerNames = new Map([
  ['531 487', 'head'],
  ['178 1057', 'clothes'],
  ['266 207', 'hair'],
  ['653 805', 'beard'],
  ['791 871', 'lips'],
  ['901 668', 'nose'],
  ['610 680', 'eyes'],
  ['774 657', 'brows'],
])

function paintLayer(layer: string, face: Face): string {
  const name = layerNames.get(/^<g transform="translate\(([\d ]+)\)">/u.exec(layer)?.[1] ?? '')
  // The style leaves the outline of the skull to the hair.
  const skin = `"#${face.skin}"${face.hair === null ? ` stroke="${ink}" stroke-width="12"` : ''}`
  const hairColor = `#${face.hairColor}`
  if (name === undefined) return layer
  if (name === 'clothes') {
    const fills = [`#${face.clothesColor}`, ...shirts]
    let count = 0
    return layer
      .replaceAll('"#fff"', () => `"${fills[Math.min(count++, fills.length - 1)]}"`)
      .replaceAll('"#000"', `"${ink}"`)
  }
  if (name === 'hair' && face.hair === null) return ''
  const line = name === 'hair' || name === 'beard' ? hairColor : ink
  const painted = layer.replaceAll('"#000"', `"${line}"`)
  const filled = painted.replaceAll('"#fff"', name === 'head' ? skin : '"#fbf7ee"')
  // The head grows from the neck.
  return `<g transform="translate(870 1100) scale(${face.shape}) translate(-870 -1100)">${filled}</g>`
}
