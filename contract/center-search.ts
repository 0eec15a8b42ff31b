import { z } from 'zod'
import { ageGroups, genders } from './attended.ts'
import { searchedCovers } from './cover-labels.ts'
import { pinPrecisions } from './directions.ts'
import { languageKeys } from './languages.ts'
import { readMapArea } from './map-area.ts'
import { places } from './places.ts'
import { centerSorts, maxNeedLength, maxSearchedPrice } from './search.ts'
import { service } from './services.ts'
import { cents, day, id, instant, modality, serviceSlug, specialtyKey, typedText } from './values.ts'

export const nextTime = z.object({ startsAt: instant, serviceId: id, professionalId: id })

/** A service by any of its professionals. `priceCents` is the cheapest one's; with `samePrice`, it is that of all of them. */
export const cardOffer = service.omit({ id: true, professionalId: true, serviceType: true, currency: true }).extend({
  samePrice: z.boolean(),
  /** How the search asks the appointment to take place, which a booking from the card keeps. */
  place: z.enum(places).nullable(),
})

export const centerCard = z.object({
  id,
  name: z.string(),
  verified: z.boolean(),
  rating: z.number(),
  totalReviews: z.number().int(),
  specialties: z.array(z.string()),
  services: z.array(serviceSlug),
  servicesCount: z.number().int(),
  modalities: z.array(modality),
  description: z.string(),
  address: z.string(),
  neighborhood: z.string().nullable(),
  department: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  pinPrecision: z.enum(pinPrecisions),
  /** Null without a place, or unless the pin is exact. */
  distanceMeters: z.number().int().nullable(),
  coverUrl: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  priceFromCents: cents.nullable(),
  /** False while its licence has lapsed or was rejected: the profile stays visible, but takes no new bookings. */
  takesBookings: z.boolean(),
  /** The service that fits the search, which the times are for. Null when none clearly fits: the visitor then chooses. */
  offer: cardOffer.nullable(),
  /** The professional whose name the visitor typed; the offer and the times are then theirs. */
  professional: z.object({ id, name: z.string() }).nullable(),
  /** Who treats what the visitor asks for, where the offer is of one professional or of those who say so; the first of `team`. */
  treats: z.object({ id, name: z.string() }).nullable(),
  /** Whether the offered service, or without one all of the centre's, is a complementary therapy without a regulated practice. */
  unregulated: z.boolean(),
  /** Of the first free day, spread over it; where it has fewer than three, further ones of the next free days. */
  nextTimes: z.array(nextTime),
  /** How many further times are free on the day of the last one of `nextTimes`. */
  moreTimes: z.number().int(),
  /** Up to three of its professionals, those with a portrait first. */
  team: z.array(z.object({ name: z.string(), photoUrl: z.string().nullable() })).max(3),
  teamSize: z.number().int(),
  /** Whether one person works there alone, whom sentences then name instead of the centre: contract/center-words.ts. */
  worksAlone: z.boolean(),
  /** Why the search lists it, in at most two short Spanish texts: «Trata Piso pélvico», «Online». */
  reasons: z.array(z.string()).max(2),
  /**
   * The share of its appointments of the last year that the centre cancelled; null with fewer than ten, and in a search
   * without `service`.
   */
  cancelledShare: z.number().nullable(),
})
export type CenterCard = z.output<typeof centerCard>

/** Treats an empty parameter as missing; coerced to a number it would be the equator. */
export const coordinate = (limit: number) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().min(-limit).max(limit).optional())

/** A query parameter that is `true` or `false`; empty is missing. */
const flag = z.preprocess(
  (value) => (value === '' ? undefined : value === 'true' ? true : value === 'false' ? false : value),
  z.boolean().optional(),
)

export const searchArea = z
  .string()
  .max(60)
  .refine((text) => readMapArea(text) !== undefined, 'Esa parte del mapa no es válida.')

/** An empty query parameter is missing: coerced to a number it would be 0, and it is none of a list's words. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/**
 * What a visitor asks of a centre and of the one professional whom they will see. `modality`, `ages`, `gender` and `maxPrice` must
 * all be true of one service of one professional, who is then the one of the card.
 */
export const careFilters = {
  /** How the appointment takes place. */
  modality: unlessEmpty(z.enum(places)),
  /** In whole pesos; 0 means free. */
  maxPrice: unlessEmpty(z.coerce.number().int().min(0).max(maxSearchedPrice)),
  /** Also professionals who don't state whom they attend. */
  ages: unlessEmpty(z.enum(ageGroups)),
  /** Only professionals who state it. */
  gender: unlessEmpty(z.enum(genders)),
  /** Only centres that state that they accept it. */
  cover: unlessEmpty(z.enum(searchedCovers)),
  /** Only centres that state that they speak it. */
  language: unlessEmpty(z.enum(languageKeys)),
}

export const centerSearch = z.object({
  q: typedText({ max: maxNeedLength }).optional(),
  specialties: z.array(specialtyKey).max(30).optional(),
  service: serviceSlug.optional(),
  /** Slug of a place of the gazetteer, or coordinates. Without either, results have no distance. */
  near: z.string().max(60).optional(),
  latitude: coordinate(90),
  longitude: coordinate(180),
  /** 0 means no limit. */
  radiusKm: z.coerce.number().min(0).max(1000).optional(),
  /** "south,west,north,east" in degrees, at most 20 high and wide: only centres on this part of the map. */
  area: z.preprocess((value) => (value === '' ? undefined : value), searchArea.optional()),
  /** Only this centre, if it meets the rest of the search. */
  centerId: id.optional(),
  ...careFilters,
  minRating: z.coerce.number().min(0).max(5).optional(),
  verifiedOnly: flag,
  /**
   * The day of a free time. todayOrLater: like today while any centre has a free time today, otherwise any day. weekend: the
   * coming Saturday and Sunday. A date in the past or after the last bookable day is ignored.
   */
  when: z.union([z.enum(['today', 'todayOrLater', 'tomorrow', 'weekend']), day]).optional(),
  /** The part of the day of a free time: on the day of `when`, otherwise within 14 days. */
  dayPart: z.enum(['morning', 'afternoon', 'evening']).optional(),
  /**
   * Without it, the nearest centre is first if the search has a place, otherwise the most relevant one. distance: centres with an
   * approximate pin follow all those with an exact pin; without a place, it is ignored. rating: weighted by the number of
   * reviews. price and nextTime: those of the offer on the card; cards without an offer are last. At most 1,001 results are
   * listed. price and nextTime only reorder the results that would be listed without `sort`.
   */
  sort: z.enum(centerSorts).optional(),
  page: z.coerce.number().int().min(1).max(500).optional(),
})
export type CenterSearch = z.output<typeof centerSearch>

/** Words of the typed text that the search applied as a filter. */
export const understood = z.object({
  kind: z.enum([
    ...(['modality', 'children', 'dayPart', 'day', 'near', 'verified'] as const),
    ...(['maxPrice', 'sort', 'cover', 'ages', 'language', 'gender'] as const),
  ]),
  label: z.string(),
  /** The whole text without these words, for a visitor who did not mean them as a filter. */
  q: z.string(),
})
export type Understood = z.output<typeof understood>

/**
 * What a search without a match drops to list the closest centres instead. children: no centre attends children for the need.
 * day: «hoy», and nothing is free today. distance: the text names a place, and no centre lies within the radius. The others: no
 * centre meets this request of the text.
 */
export const leftOut = z.enum([
  ...(['children', 'day', 'distance'] as const),
  ...(['modality', 'maxPrice', 'cover', 'ages', 'language', 'gender'] as const),
])
export type LeftOut = z.output<typeof leftOut>

/**
 * The typed text that was not found, where the results only resemble it. all: no professional or centre has the name or the words
 * of `text`, and the results have similar ones. part: the results have the other words of the text. place: `text` is a place that Senda doesn't know, and
 * the results have the other words.
 */
export const nearMiss = z.object({ kind: z.enum(['all', 'part', 'place']), text: z.string() })
export type NearMiss = z.output<typeof nearMiss>

/**
 * A profession that the text asks for and that no service of Senda is of. `name`: as after «no hay». `helps`: what is nearest,
 * which the results are of; empty when nothing is.
 */
export const lacking = z.object({ name: z.string(), helps: z.string() })
export type Lacking = z.output<typeof lacking>

export const centerSearchResult = z.object({
  items: z.array(centerCard),
  total: z.number().int(),
  /** A `total` that reaches this means that many or more: "more than 200" for 201. It grows with the page, up to 1,001. */
  countedTo: z.number().int(),
  /** The total without `when` and `dayPart`, counted up to 1,001; or `total`, where that reaches `countedTo`. */
  totalAnyDay: z.number().int(),
  /**
   * What the typed text says besides the need, such as «online», and the search applied. A parameter of the search outranks
   * words of its kind.
   */
  understood: z.array(understood),
  leftOut: z.array(leftOut),
  nearMiss: nearMiss.nullable(),
  lacking: lacking.nullable(),
  /** The typed text without its words about a day or a part of the day: a search for any day sends this one. */
  anyTimeQ: z.string(),
  /** The text says «cerca», and the search has no place: the visitor's location would make it one. */
  asksLocation: z.boolean(),
  page: z.number().int(),
  pages: z.number().int(),
  /** Whether the search was limited to centres with a free time today. */
  today: z.boolean(),
  /** The place from which distances are measured. */
  place: z
    .object({ slug: z.string().nullable(), name: z.string(), latitude: z.number(), longitude: z.number() })
    .nullable(),
})
export type CenterSearchResult = z.output<typeof centerSearchResult>
