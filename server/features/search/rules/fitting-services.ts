import { LRUCache } from 'lru-cache'
import type { AgeGroup } from '#contract/attended.ts'
import { wordsOf } from '#contract/folded-text.ts'
import type { Place } from '#contract/places.ts'
import { specialties } from '#contract/specialties.ts'
import type { SpecialtyKey } from '#contract/specialty-keys.ts'
import type { CatalogOffer } from '#server/features/appointments/repository/free-times.ts'
import type { PurposeNeed } from '../search.types.ts'
import { isPersonWord } from './empty-words.ts'
import { childWords, inUsedWords, tellingWords } from './words.ts'

export type Need = {
  q?: string | undefined
  specialties?: readonly SpecialtyKey[] | undefined
  ages?: AgeGroup | undefined
  modality?: Place | undefined
}

/**
 * Services that are only for some visitors, or only for a later visit. `named` and `typed`: beginnings of words, folded, in the
 * names of such services and in searches for them. `ofService`: the name itself must have the purpose; a professional's
 * specialty is not enough, because such a session has a different price and duration.
 */
const purposes: readonly { named: string[]; typed: string[]; ofService?: true }[] = [
  { named: ['pareja'], typed: ['pareja', 'matrimoni', 'conyug'], ofService: true },
  { named: ['familia'], typed: ['familia'], ofService: true },
  { named: ['control', 'seguimiento'], typed: ['control', 'seguimiento'], ofService: true },
  { named: ['madres', 'padres'], typed: ['madres', 'padres', 'crianza'], ofService: true },
  { named: ['grup', 'taller'], typed: ['grup', 'taller'], ofService: true },
  { named: ['embarazo', 'prenatal', 'parto'], typed: ['embaraz', 'prenatal'] },
  { named: ['pelvi', 'perine'], typed: ['pelvi', 'perine', 'incontinencia'] },
  {
    named: ['infantil', 'nino', 'nina', 'bebe', 'pediatr'],
    typed: ['infantil', 'pediatr', ...childWords],
  },
  { named: ['deport'], typed: ['deport', 'maraton', 'futbol'] },
  { named: ['vocacional'], typed: ['vocacion', 'carrera'] },
  { named: ['hogar', 'domicilio'], typed: ['hogar'] },
  {
    named: ['psiquiatr'],
    typed: ['psiquiatr', 'siquiatr', 'medicacion', 'medicament', 'antidepres', 'bipolar', 'esquizofren'],
  },
  { named: ['neuro'], typed: ['neuro', 'acv', 'parkinson'] },
  { named: ['cardi'], typed: ['cardi', 'corazon'] },
]

/** `specialties` are those of the professional. */
type ComparedOffer = Pick<
  CatalogOffer,
  'professionalId' | 'serviceType' | 'name' | 'durationMinutes' | 'priceCents' | 'specialties'
>

/** The services of a centre with the same name and duration, at most one per professional. */
export type ServiceGroup<Offer extends ComparedOffer = CatalogOffer> = readonly [Offer, ...Offer[]]

/**
 * The centre's services that clearly fit the need, the best first, so that a visitor can book one without choosing. Empty when
 * none clearly fits.
 */
export function fittingServices<Offer extends ComparedOffer>(
  offers: readonly Offer[],
  need: Need,
): ServiceGroup<Offer>[] {
  const { words, requested, allowed } = readNeed(need)
  const telling = tellingWords(words.join(' '))
  const candidates = offers.flatMap((offer): Candidate<Offer>[] => {
    const [name, specialtyNames] = [read(offer.name), read(offer.specialties)]
    if (name.purposes & ~(requested | allowed)) return []
    const lacking = requested & ~name.purposes
    const fits = lacking === 0 || (lacking & ~(specialtyNames.purposes & ~purposesOfService)) === 0
    return fits ? [{ offer, name, specialties: specialtyNames }] : []
  })
  const groups = groupCandidates(candidates)
  // A centre with one kind of service needs no order.
  if (groups.length < 2) return groups.map(offersOf)
  const professionalsOf = new Map<string, Set<string>>()
  for (const { offer } of candidates) {
    const known = professionalsOf.get(offer.serviceType)
    if (known) known.add(offer.professionalId)
    else professionalsOf.set(offer.serviceType, new Set([offer.professionalId]))
  }
  return groups
    .map((group) => {
      const [{ offer, name }] = group
      return {
        group,
        fit: commonWords(name.words, words),
        // «Celiaquía» is the nutritionist's, not the physiotherapist's of the same centre.
        isNamed: telling.length > 0 && group.some((each) => commonWords(each.specialties.words, telling) > 0),
        // Prefers the centre's main field when the visitor has named none.
        professionals: professionalsOf.get(offer.serviceType)?.size ?? 0,
        // Each group begins with its cheapest offer.
        price: offer.priceCents,
      }
    })
    .toSorted(
      (a, b) =>
        b.fit - a.fit ||
        Number(b.isNamed) - Number(a.isNamed) ||
        b.professionals - a.professionals ||
        a.price - b.price,
    )
    .map(({ group }) => offersOf(group))
}

type Candidate<Offer> = { offer: Offer; name: ReadText; specialties: ReadText }
type CandidateGroup<Offer> = readonly [Candidate<Offer>, ...Candidate<Offer>[]]

const offersOf = <Offer extends ComparedOffer>([first, ...others]: CandidateGroup<Offer>): ServiceGroup<Offer> => [
  first.offer,
  ...others.map(({ offer }) => offer),
]

/** Purposes as bits. `requested`: those that a service must have. One of several chosen specialties only allows its purposes. */
function readNeed({ q = '', specialties: keys = [], ages, modality }: Need) {
  const typed = withoutPeople(read(inUsedWords(q)).words)
  const chosen = read(keys.map((key) => specialties[key].label).join(' ')).words
  const words = [...typed, ...chosen]
  // Services for children suit a search for their age, and visits suit a search for a home, but no name has to say so.
  const implied = [...(ages === 'children' ? ['infantil'] : []), ...(modality === 'home' ? ['hogar'] : [])]
  return {
    words: [...words, ...implied],
    requested: requestedPurposes(keys.length > 1 ? typed : words),
    allowed: requestedPurposes([...words, ...implied]),
  }
}

/** «Mis padres» asks for no advice to parents, unless the text asks for advice. */
function withoutPeople(words: readonly string[]): string[] {
  const asksAdvice = words.some((word) => /^(?:orienta|escuela|taller|grupo|crianza)/.test(word))
  return words.filter((word) => asksAdvice || !isPersonWord(word))
}

const requestedPurposes = (words: readonly string[]) => bitsOf(({ typed }) => startsAny(words, typed))

/** The purposes that are true of the test, each as the bit of its position. */
function bitsOf(test: (purpose: (typeof purposes)[number]) => boolean): number {
  return purposes.reduce((bits, purpose, index) => (test(purpose) ? bits | (1 << index) : bits), 0)
}

const purposesOfService = bitsOf(({ ofService = false }) => ofService)

/** The requirements of fittingServices(), for the column `services.purposes`. */
export function purposeNeed(need: Need): PurposeNeed {
  const { requested, allowed } = readNeed(need)
  const bits = purposes.map(({ ofService = false }, index) => ({ purpose: 1 << index, ofService }))
  return {
    excluded: bitsOf(() => true) & ~allowed,
    required: bits.filter(({ purpose }) => requested & purpose),
  }
}

/** The purposes that a text names, as bits. The database's purposes_of() has the same list. */
export function purposesOf(text: string): number {
  return read(text).purposes
}

export function cheapest(group: readonly Pick<ComparedOffer, 'priceCents'>[]): number {
  return Math.min(...group.map(({ priceCents }) => priceCents))
}

/** The candidates with the same name and duration, the cheapest first, at most one per professional. */
function groupCandidates<Offer extends ComparedOffer>(
  candidates: readonly Candidate<Offer>[],
): CandidateGroup<Offer>[] {
  const groups = new Map<string, [Candidate<Offer>, ...Candidate<Offer>[]]>()
  for (const candidate of candidates.toSorted((a, b) => a.offer.priceCents - b.offer.priceCents)) {
    const { offer, name } = candidate
    const key = `${offer.durationMinutes} ${name.folded}`
    const group = groups.get(key)
    if (!group) groups.set(key, [candidate])
    else if (group.every((each) => each.offer.professionalId !== offer.professionalId)) group.push(candidate)
  }
  return [...groups.values()]
}

/** `folded`: the words, separated by spaces. */
type ReadText = { words: string[]; folded: string; purposes: number }

/** Names of services and lists of specialties repeat across searches. */
const cache = new LRUCache<string, ReadText>({
  max: 5000,
  memoMethod(text) {
    const words = wordsOf(text)
    return { words, folded: words.join(' '), purposes: bitsOf(({ named }) => startsAny(words, named)) }
  },
})

/** The folded words of a text, and the purposes that a word of it names. */
const read = (text: string): ReadText => cache.memo(text)

const startsAny = (words: readonly string[], beginnings: readonly string[]) =>
  words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)))

/** The number of words of the name that begin like a typed word: «masaje descontracturante» for «masajes». */
const commonWords = (name: readonly string[], typed: readonly string[]) =>
  name.filter((word) => word.length > 3 && typed.some((each) => each.slice(0, 5) === word.slice(0, 5))).length
