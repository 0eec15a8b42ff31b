import type { CenterSearch, Understood } from '#contract/center-search.ts'
import { foldText } from '#contract/folded-text.ts'
import type { Place } from '#contract/places.ts'
import { type Days, daysNamed, type NamedDay } from './named-days.ts'
import { type NamedPlace, type PlaceNames, placesNamed } from './named-places.ts'

/** Words of a typed text that say how, when or where the visitor wants to be attended, and not what for. */
export type Intent = {
  label: string
  from: number
  to: number
  /** Folded words that may be part of a name instead: «Rivera», «domingo etcheverry». */
  name?: string
} & (
  | { kind: 'modality'; value: Place }
  | { kind: 'dayPart'; value: NonNullable<CenterSearch['dayPart']> }
  | { kind: 'day'; value: Days }
  /** The slug of a place, or `here`: near the visitor. */
  | { kind: 'near'; value: string }
  | { kind: 'children' | 'verified'; value: true }
)
export type IntentKind = Intent['kind']

type Pattern = { typed: RegExp } & (Intent extends infer One
  ? One extends Intent
    ? Omit<One, 'from' | 'to'>
    : never
  : never)

/** `typed` matches folded text. The first of two patterns that match the same letters wins. */
const patterns: readonly Pattern[] = [
  {
    kind: 'modality',
    value: 'online',
    label: 'Online',
    typed: /\b(?:por )?(?:on ?line|virtual|videollamada|zoom|whatsapp|video)\b/,
  },
  {
    kind: 'modality',
    value: 'home',
    label: 'A domicilio',
    typed: /\b(?:(?:a|en) )?(?:domicilio|(?:en|a) (?:mi )?casa)\b/,
  },
  { kind: 'modality', value: 'center', label: 'Presencial', typed: /\bpresencial\b/ },
  {
    kind: 'children',
    value: true,
    label: 'Niños',
    typed:
      /\b(?:(?:para|de|con|a) )?(?:(?:mis?|un|una|los|las|el|la) )?(?:hij[oa]s?|nin[oa]s?|nen[ea]s?|bebes?|guris(?:es)?|infantil(?:es)?|pediatric[oa])\b/,
  },
  {
    kind: 'dayPart',
    value: 'morning',
    label: 'Por la mañana',
    typed: /\b(?:(?:a|de|por|en|esta) la manana|(?:de|esta) manana|temprano|matutino|antes de las (?:8|9|10|11|12))\b/,
  },
  {
    kind: 'dayPart',
    value: 'evening',
    label: 'Por la noche',
    typed:
      /\b(?:(?:a|de|por|en) la noche|(?:(?:de|esta) )?noche|despues (?:de las (?:17|18|19|20|21|5|6|7|8|9)|del trabajo|de trabajar))(?: (?:hs|horas|de la tarde|de la noche))?\b/,
  },
  {
    kind: 'dayPart',
    value: 'afternoon',
    label: 'Por la tarde',
    typed:
      /\b(?:(?:a|de|por|en) la tarde(?:cita)?|(?:(?:de|esta) )?tarde(?:cita)?|despues de las (?:12|13|14|15|16|1|2|3|4))(?: hs| horas)?\b/,
  },
  { kind: 'verified', value: true, label: 'Verificado', typed: /\bverificad[oa]s?\b/ },
]

/** Near the visitor. Read after the places, so that «cerca del Parque Rodó» is that place. */
const here =
  /\b(?:cerca(?: de (?:mi casa|casa|mi|aca|aqui))?|cercan[oa]s?|por (?:aca|mi zona|mi barrio)|en mi (?:zona|barrio))\b/

/** Texts about a symptom or an event, in which a child or a night is no wish about the appointment. */
const aboutNights = /\b(?:dorm|duerm|insomn|despiert)/
const aboutLoss = /\b(?:duelo|muri|murio|perd|fallec|separ|divorci|parto|embaraz)/

type Options = {
  places: PlaceNames
  /** The local day. */
  today: string
}

/** The intents of a text. Where it names two different ones of a kind, such as two days, it is more likely about both. */
export function findIntents(q: string, { places, today }: Options): { typed: string; intents: Intent[] } {
  const typed = q.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  // Letter by letter, so that positions in the folded text are those of the typed one.
  const folded = [...typed].map(foldLetter).join('')
  if (folded.length !== typed.length) return { typed, intents: [] }
  const found: Intent[] = []
  let rest = folded
  const take = (intent: Intent) => {
    found.push(intent)
    rest = rest.slice(0, intent.from) + '#'.repeat(intent.to - intent.from) + rest.slice(intent.to)
  }
  const takeAll = (pattern: Pattern) => {
    for (let match = pattern.typed.exec(rest); match; match = pattern.typed.exec(rest)) {
      const { typed: _typed, ...intent } = pattern
      take({ ...intent, from: match.index, to: match.index + match[0].length })
      // «esta noche» is today.
      const span = { from: match.index, to: match.index + match[0].length }
      if (match[0].startsWith('esta ')) found.push({ kind: 'day', value: 'today', label: 'Hoy', ...span })
    }
  }
  for (const pattern of patterns) {
    if (pattern.kind === 'dayPart' && pattern.value === 'evening' && aboutNights.test(folded)) continue
    if (pattern.kind === 'children' && aboutLoss.test(folded)) continue
    takeAll(pattern)
  }
  for (const day of daysNamed(rest, { today })) take(intentOfDay(day, rest))
  for (const place of placesNamed(rest, places)) take(intentOfPlace(place, rest))
  takeAll({ kind: 'near', value: 'here', label: 'Cerca', typed: here })
  return { typed, intents: withoutContradictions(found) }
}

function intentOfPlace({ slug, label, isCertain, from, to }: NamedPlace, folded: string): Intent {
  return { kind: 'near', value: slug, label, from, to, ...(!isCertain && { name: folded.slice(from, to) }) }
}

/** «Domingo» is also a first name. */
function intentOfDay(day: NamedDay, folded: string): Intent {
  const name = /^domingo \p{L}+/u.exec(folded.slice(day.from))?.[0]
  return { kind: 'day', ...day, ...(name !== undefined && { name }) }
}

/** «cerca» beside a place repeats it. */
function withoutContradictions(found: readonly Intent[]): Intent[] {
  return found.filter((intent) => {
    const ofKind = found.filter(({ kind, value }) => kind === intent.kind && value !== 'here')
    return new Set(ofKind.map(({ value }) => value)).size <= 1
  })
}

export type Reading = {
  /** The text without the words of the intents. */
  text: string
  modality: Place | undefined
  dayPart: CenterSearch['dayPart']
  day: Days | undefined
  /** The slug of a place, or `here`. */
  near: string | undefined
  forChildren: boolean
  verifiedOnly: boolean
  chips: Understood[]
  /** The text without its words about a day and a part of the day. */
  anyTimeQ: string
}

/** The text without these intents. `ignored`: kinds that a control has already decided, whose words have no effect. */
export function readIntents(
  typed: string,
  { intents, ignored = new Set() }: { intents: readonly Intent[]; ignored?: ReadonlySet<IntentKind> },
): Reading {
  const used = intents.filter(({ kind }) => !ignored.has(kind))
  const byKind = Map.groupBy(used, ({ kind }) => kind)
  const appliedOf = <Kind extends IntentKind>(kind: Kind) => {
    const all = byKind.get(kind) as Extract<Intent, { kind: Kind }>[] | undefined
    return (all?.find(({ value }) => value !== 'here') ?? all?.[0])?.value as
      | Extract<Intent, { kind: Kind }>['value']
      | undefined
  }
  const without = (kinds: ReadonlySet<IntentKind>) =>
    cut(
      typed,
      intents.filter(({ kind }) => kinds.has(kind)),
    )
  const chips = [...byKind].map(([kind, all]) => {
    const { label } = all.find(({ value }) => value !== 'here') ?? all[0] ?? { label: '' }
    return { kind, label, q: without(new Set([kind])) }
  })
  return {
    text: intents.length === 0 ? typed : withoutCourtesy(cut(typed, intents)),
    modality: appliedOf('modality'),
    dayPart: appliedOf('dayPart'),
    day: appliedOf('day'),
    near: appliedOf('near'),
    forChildren: byKind.has('children'),
    verifiedOnly: byKind.has('verified'),
    chips,
    anyTimeQ: without(new Set(['day', 'dayPart'])),
  }
}

/** Words that hang at the end of a text, or lead it, once what they belong to is cut out. */
const joints = new Set('a al con de del el en la las los o para por que sea y'.split(' '))
/** Words that say that the visitor wants an appointment, which every visitor does. */
const courtesy = new Set(
  'alguien algun alguna atencion atienda atiende atienden busco consulta hora horario lugar necesito profesional quiero reservar turno un una'.split(
    ' ',
  ),
)

function cut(typed: string, spans: readonly { from: number; to: number }[]): string {
  if (spans.length === 0) return typed
  const unnamed = typed
    .split('')
    .map((letter, at) => (spans.some(({ from, to }) => from <= at && at < to) ? ' ' : letter))
  const words = unnamed
    .join('')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const isJoint = (word: string | undefined) => word !== undefined && joints.has(foldText(word))
  while (isJoint(words.at(-1))) words.pop()
  while (isJoint(words[0])) words.shift()
  return words.join(' ')
}

const withoutCourtesy = (text: string) =>
  text.split(' ').every((word) => courtesy.has(foldText(word)) || joints.has(foldText(word))) ? '' : text

const foldLetter = (letter: string) => (letter === ' ' ? ' ' : foldText(letter) || letter)
