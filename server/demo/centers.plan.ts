import { type CoverKey, inCoverOrder } from '#contract/cover-labels.ts'
import type { Coordinates, Modality, Place } from '#server/features/centers/centers.types.ts'
import { toE164 } from '#server/platform/phones.ts'
import type { CenterDraft } from './content/center.types.ts'
import { centerDrafts } from './content/centers.ts'
import {
  articles,
  endings,
  middles,
  singleAreaOpenings,
  soloOpenings,
  teamMiddles,
  teamOpenings,
} from './content/descriptions.ts'
import { foci } from './content/foci.ts'
import type { Days } from './days.ts'
import { castTeam } from './faces.plan.ts'
import { inventPeople, type Person, phoneNumber, slugOf } from './people.ts'
import { type PlannedProfessional, planProfessional } from './professionals.plan.ts'
import { type Random, randomFor } from './random.ts'

export type PlannedCenter = {
  draft: CenterDraft
  name: string
  slug: string
  owner: Person
  email: string
  phone: string
  /** E.164; null for a centre without an account there. */
  whatsapp: string | null
  description: string
  neighborhood: string | null
  department: string
  coordinates: Coordinates
  isPinExact: boolean
  modalities: Modality[]
  languages: string[]
  covers: CoverKey[]
  team: PlannedProfessional[]
  demand: number
  /** The average rating that its reviews approach. */
  rating: number
  createdAt: Date
  approvedAt: Date
}

/** Everything about the centres that is known before any of them is stored. `places`: the gazetteer by slug. */
export function planCenters({ days, places }: { days: Days; places: ReadonlyMap<string, Place> }): PlannedCenter[] {
  const invent = inventPeople('professionals')
  return centerDrafts.map((draft) => {
    const random = randomFor(draft.address)
    const place = places.get(draft.place)
    if (!place) throw new Error(`the gazetteer has no ${draft.place}`)
    const team = cast(draft.team.map((focusKey) => planProfessional({ focusKey, person: invent(), random, days })))
    const [first] = team
    if (!first) throw new Error(`no professional at ${draft.address}`)
    const name = draft.name ?? `${first.title} ${first.person.fullName}`.trim()
    const slug = slugOf(name)
    const age = random.between(190, 900)
    const isPinExact = !draft.hasApproximatePin
    return {
      draft,
      name,
      slug,
      owner: first.person,
      email: `${slug}@demo.uy`,
      phone: phoneNumber(random, 'landline'),
      whatsapp: inventWhatsapp(draft.address),
      description: describe({ draft, place, random }),
      neighborhood: place.name === place.department ? null : place.name,
      department: place.department,
      coordinates: locate({ place, random, isPinExact }),
      isPinExact,
      modalities: [...new Set(team.flatMap((professional) => professional.modalities))],
      languages: planLanguages(draft.address),
      covers: planCovers(draft.address, place.department),
      team,
      demand: draft.demand ?? 1,
      rating: draft.rating ?? 4.4,
      createdAt: days.at(-age, 11 * 60),
      approvedAt: days.at(-age + random.between(2, 6), 15 * 60),
    }
  })
}

function cast(team: readonly PlannedProfessional[]): PlannedProfessional[] {
  const portraits = castTeam(team.map(({ person }) => person.slug))
  return team.map((one) => ({ ...one, photoUrl: `/demo/portraits/${portraits.get(one.person.slug)}.svg` }))
}

/** Uses its own random sequence, so that the other choices stay the same. Three of five centres have an account. */
function inventWhatsapp(address: string): string | null {
  const random = randomFor(`whatsapp ${address}`)
  return random.between(1, 5) <= 3 ? toE164(phoneNumber(random, 'mobile')) : null
}

/** As planCovers(). */
function planLanguages(address: string): string[] {
  const random = randomFor(`languages ${address}`)
  return [
    'Español',
    ...random.weighted([
      [[], 6],
      [['Inglés'], 4],
      [['Portugués'], 2],
      [['Inglés', 'Portugués'], 2],
      [['Lengua de señas uruguaya'], 1],
    ]),
  ]
}

const ofMontevideo: readonly CoverKey[] = [
  'medica-uruguaya',
  'casmu',
  'asociacion-espanola',
  'circulo-catolico',
  'smi',
  'cosem',
]

/** Uses its own random sequence, so that the other choices stay the same. Half of the centres accept a mutualista. */
function planCovers(address: string, department: string): CoverKey[] {
  const random = randomFor(`covers ${address}`)
  if (!random.chance(0.55)) return random.chance(0.2) ? ['bps'] : []
  const mutualistas = department === 'Montevideo' ? random.some(ofMontevideo, random.between(1, 3)) : ['femi' as const]
  const others = random.some<CoverKey>(
    ['bps', 'asse', 'sanidad-policial', 'sanidad-militar', 'hospital-britanico'],
    random.between(0, 2),
  )
  return inCoverOrder([...mutualistas, ...others])
}

/** Places with water close by on more than one side. */
const narrowPlaces = new Set(['ciudad-vieja', 'punta-carretas', 'punta-del-este', 'capurro', 'colonia-del-sacramento'])

/** Takes from the random sequence for an approximate pin, too, so that the other choices stay the same. */
function locate({ place, random, isPinExact }: { place: Place; random: Random; isPinExact: boolean }): Coordinates {
  const exact = near(place, random)
  return isPinExact ? exact : { latitude: place.latitude, longitude: place.longitude }
}

/** A few blocks to the north and slightly to the east, because the coast is to the south and the rivers to the west. */
function near({ slug, latitude, longitude }: Place, random: Random): Coordinates {
  const reach = narrowPlaces.has(slug) ? 0.3 : 1
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return {
    latitude: round(latitude + reach * (0.0004 + 0.0046 * random.fraction())),
    longitude: round(longitude + reach * (-0.0015 + 0.005 * random.fraction())),
  }
}

function describe({ draft, place, random }: { draft: CenterDraft; place: Place; random: Random }): string {
  const areas = [...new Set(draft.team.map((focus) => foci[focus].discipline))]
  const isTeam = draft.team.length > 1
  const sentences = [
    random.pick(isTeam ? (areas.length > 1 ? teamOpenings : singleAreaOpenings) : soloOpenings),
    ...random.some(isTeam ? [...middles, ...teamMiddles] : middles, random.between(1, 2)),
    random.pick(endings),
  ]
  return sentences
    .join(' ')
    .replace('{barrio}', `${articles.get(place.slug) ?? ''} ${place.name}`.trim())
    .replace('{areas}', enumerate(areas))
    .replace('{area}', areas[0] ?? '')
}

function enumerate(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  if (items.length < 2) return last
  return `${items.slice(0, -1).join(', ')} y ${last}`
}
