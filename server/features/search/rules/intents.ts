import { zone } from '#contract/calendar.ts'
import type { CenterSearch, Understood } from '#contract/center-search.ts'
import { foldText } from '#contract/folded-text.ts'
import type { Place } from '#contract/places.ts'
import { addDays, localDays } from '#server/platform/local-time.ts'
import { maskNoRequests } from './empty-words.ts'
import { homeboundIn, isLifeAtHome } from './homebound.ts'
import { type NamedPlace, type PlaceNames, placesNamed } from './named-places.ts'
import { findRequests, type TypedRequest } from './typed-requests.ts'

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const
const foldedWeekdays = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo']

const relative: readonly { typed: RegExp; daysAhead: number }[] = [
  { typed: /\b(?:para )?pasado manana\b/, daysAhead: 2 },
  { typed: /\b(?:para )?hoy(?: mismo)?\b/, daysAhead: 0 },
  { typed: /\b(?:para )?manana\b/, daysAhead: 1 },
]
const weekend = /\b(?:(?:este|el|los|para el) )?(?:fin(?:es)? de semana|finde(?:s)?)\b/
const weekday =
  /\b(?:(?:(?:para )?el|los|este|proximo|el proximo) )?(lunes|martes|miercoles|jueves|viernes|sabado|domingo)s?\b/g

const wholeWeekend = { value: 'weekend', label: 'Este fin de semana' } as const

const spanOf = (match: RegExpExecArray | RegExpMatchArray) => {
  const from = match.index ?? 0
  return { from, to: from + match[0].length }
}

/** Words of a typed text that say how, when or where the visitor wants to be attended. */
export type Intent = {
  label: string
  from: number
  to: number
  /** Folded words that may be part of a name instead: «Rivera», «domingo etcheverry». */
  name?: string
} & (
  | { kind: 'modality'; value: Place; isHomebound?: true }
  | { kind: 'dayPart'; value: NonNullable<CenterSearch['dayPart']> }
  | { kind: 'day'; value: Days }
  /** The slug of a place, or `here`: near the visitor. */
  | { kind: 'near'; value: string }
  | { kind: 'children' | 'verified'; value: true }
  | (TypedRequest extends infer One ? (One extends TypedRequest ? Pick<One, 'kind' | 'value'> : never) : never)
)
export type IntentKind = Intent['kind']

type Pattern = { typed: RegExp } & (Intent extends infer One
  ? One extends Intent
    ? Omit<One, 'from' | 'to'>
    : never
  : never)

/** `typed` matches folded text. If two patterns match the same letters, the first one wins. */
const patterns: readonly Pattern[] = [
  {
    kind: 'modality',
    value: 'online',
    label: 'Online',
    typed:
      /\b(?:por |en |via )?(?:on ?line|virtual(?:es|mente)?|a distancia|video ?llamadas?|zoom|google meet|skype|telemedicina|whatsapp|video)\b/,
  },
  {
    kind: 'modality',
    value: 'home',
    label: 'A domicilio',
    typed:
      /\b(?:(?:a|en) )?(?:(?:mi |su )?domicilios?|visitas? domiciliarias?|(?:en|a) (?:mi |su |nuestra )?casa|(?:en|a) (?:mi|su) (?:apartamento|apto|hogar))\b/,
  },
  { kind: 'modality', value: 'center', label: 'Presencial', typed: /\bpresencial\b/ },
  {
    kind: 'children',
    value: true,
    label: 'Niños',
    typed:
      /\b(?:(?:para|de|con|a) )?(?:(?:mis?|un|una|los|las|el|la) )?(?:hij(?:it)?[oa]s?|niet[oa]s?|botijas?|chiquilin(?:a|es)?|peques?|gurisas?|nin[oa]s?|nen(?:it)?[eao]s?|beb(?:e|ita|ito|a)s?|guri(?:s|ses)?|(?:mellizos|gemelos|trillizos)|infantil(?:es)?|pediatric[oa]|preescolar(?:es)?)\b/,
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

/** It is matched after the places, so that «cerca del Parque Rodó» means that place. */
const nearVisitor =
  /\b(?:cerca(?: de (?:mi casa|casa|mi|aca|aqui))?|cercan[oa]s?|por (?:aca|mi zona|mi barrio)|en mi (?:zona|barrio))\b/

/** In texts about sleep or a life event, a night or a child is not a requirement of the appointment. */
const mentionsSleep = /\b(?:dorm|duerm|insomn|despiert)/
const mentionsLifeEvent = /\b(?:duelo|muri|murio|perd|fallec|separ|divorci|parto|embaraz)/

type Context = {
  places: PlaceNames
  /** The local day. */
  today: string
}

/** The intents of a text. Two different ones of a kind, such as two days, are dropped, because the visitor may mean either. */
export function findIntents(q: string, { places, today }: Context): { typed: string; intents: Intent[] } {
  const typed = q.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  // Folded letter by letter, so that positions are the same in both texts.
  const folded = [...typed].map(foldLetter).join('')
  if (folded.length !== typed.length) return { typed, intents: [] }
  const found: Intent[] = []
  let rest = maskNoRequests(folded)
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
  for (const request of findRequests(rest)) take(request)
  for (const pattern of patterns) {
    if (pattern.kind === 'dayPart' && pattern.value === 'evening' && mentionsSleep.test(folded)) continue
    if (pattern.kind === 'children' && (mentionsLifeEvent.test(folded) || found.some(({ kind }) => kind === 'ages')))
      continue
    if (pattern.value === 'home' && isLifeAtHome(folded)) continue
    takeAll(pattern)
  }
  const bound = found.some(({ kind }) => kind === 'modality') ? undefined : homeboundIn(rest)
  if (bound) take({ kind: 'modality', isHomebound: true, ...bound })
  for (const day of daysNamed(rest, { today })) take(intentOfDay(day, rest))
  for (const place of placesNamed(rest, places)) take(intentOfPlace(place, rest))
  takeAll({ kind: 'near', value: 'here', label: 'Cerca', typed: nearVisitor })
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

/** Drops intents whose kind has several values. «cerca» beside a place is no contradiction. */
function withoutContradictions(found: readonly Intent[]): Intent[] {
  return found.filter((intent) => {
    const ofKind = found.filter(({ kind, value }) => kind === intent.kind && value !== 'here')
    return new Set(ofKind.map(({ value }) => value)).size <= 1
  })
}

export type ReadSearch = {
  /** The text without the words of the intents. */
  text: string
  modality: Place | undefined
  dayPart: CenterSearch['dayPart']
  day: Days | undefined
  /** The slug of a place, or `here`. */
  near: string | undefined
  /** What the text requests of the price, the cover, and who attends whom. «Para mi hijo» is the age of a child. */
  requests: Pick<CenterSearch, 'maxPrice' | 'cover' | 'ages' | 'language' | 'gender' | 'sort'>
  verifiedOnly: boolean
  chips: Understood[]
  /** The text without the words about a day and a part of the day. */
  anyTimeQ: string
}

/** Reads the values of the intents and removes their words. `ignored`: kinds that a control overrides. */
export function readIntents(
  typed: string,
  { intents, ignored = new Set() }: { intents: readonly Intent[]; ignored?: ReadonlySet<IntentKind> },
): ReadSearch {
  const applied = intents.filter(({ kind }) => !ignored.has(kind))
  const byKind = Map.groupBy(applied, ({ kind }) => kind)
  const findValue = <Kind extends IntentKind>(kind: Kind) => {
    const all = byKind.get(kind) as Extract<Intent, { kind: Kind }>[] | undefined
    return (all?.find(({ value }) => value !== 'here') ?? all?.[0])?.value as
      | Extract<Intent, { kind: Kind }>['value']
      | undefined
  }
  const without = (kinds: ReadonlySet<IntentKind>) =>
    cutOut(
      typed,
      intents.filter(({ kind }) => kinds.has(kind)),
    )
  const chips = [...byKind].map(([kind, all]) => {
    const { label } = all.find(({ value }) => value !== 'here') ?? all[0] ?? { label: '' }
    return { kind, label, q: without(new Set([kind])) }
  })
  return {
    text: intents.length === 0 ? typed : cutOut(typed, intents),
    modality: findValue('modality'),
    dayPart: findValue('dayPart'),
    day: findValue('day'),
    near: findValue('near'),
    requests: dropUndefined({
      maxPrice: findValue('maxPrice'),
      cover: findValue('cover'),
      ages: byKind.has('children') ? ('children' as const) : findValue('ages'),
      language: findValue('language'),
      gender: findValue('gender'),
      sort: findValue('sort'),
    }),
    verifiedOnly: byKind.has('verified'),
    chips,
    anyTimeQ: without(new Set(['day', 'dayPart'])),
  }
}

const dropUndefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>
  }

/** Words that are removed from the beginning and the end of a text after the words beside them were cut out. */
const connectors = new Set('a al con de del el en la las los o para por que sea y'.split(' '))
function cutOut(typed: string, spans: readonly { from: number; to: number }[]): string {
  if (spans.length === 0) return typed
  const letters = typed
    .split('')
    .map((letter, at) => (spans.some(({ from, to }) => from <= at && at < to) ? ' ' : letter))
  const words = letters
    .join('')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const isConnector = (word: string | undefined) => word !== undefined && connectors.has(foldText(word))
  while (isConnector(words.at(-1))) words.pop()
  while (isConnector(words[0])) words.shift()
  return words.join(' ')
}

const foldLetter = (letter: string) => (letter === ' ' ? ' ' : foldText(letter) || letter)

type Days = Exclude<NonNullable<CenterSearch['when']>, 'todayOrLater'>

type NamedDay = { value: Days; label: string; from: number; to: number }

/** The next days that a folded text names. A Saturday together with a Sunday is the weekend. */
function daysNamed(folded: string, { today }: { today: string }): NamedDay[] {
  const found: NamedDay[] = []
  let rest = folded
  for (const { typed, daysAhead } of relative) {
    const match = typed.exec(rest)
    if (!match) continue
    const span = { from: match.index, to: match.index + match[0].length }
    found.push({ ...relativeDay({ daysAhead, today }), ...span })
    rest = rest.slice(0, span.from) + '#'.repeat(match[0].length) + rest.slice(span.to)
  }
  const weekendMatch = weekend.exec(rest)
  if (weekendMatch) found.push({ ...wholeWeekend, ...spanOf(weekendMatch) })
  const named = [...rest.matchAll(weekday)].map((match) => ({ name: match[1] ?? '', ...spanOf(match) }))
  const isWeekend = ['sabado', 'domingo'].every((day) => named.some(({ name }) => name === day))
  for (const { name, ...span } of named) {
    found.push({ ...(isWeekend ? wholeWeekend : comingWeekday({ name, today })), ...span })
  }
  return found
}

function relativeDay({ daysAhead, today }: { daysAhead: number; today: string }): Pick<NamedDay, 'value' | 'label'> {
  if (daysAhead === 0) return { value: 'today', label: 'Hoy' }
  if (daysAhead === 1) return { value: 'tomorrow', label: 'Mañana' }
  return { value: addDays({ day: today, days: daysAhead }), label: 'Pasado mañana' }
}

function comingWeekday({ name, today }: { name: string; today: string }): Pick<NamedDay, 'value' | 'label'> {
  const index = foldedWeekdays.indexOf(name)
  const coming = localDays({ zone, from: today, days: 7 }).find(({ weekday: number }) => number === index + 1)
  return { value: coming?.date ?? today, label: weekdays[index] ?? name }
}
