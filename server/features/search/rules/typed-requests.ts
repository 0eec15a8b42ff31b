import { type AgeGroup, ageLabels, type Gender, genderLabels } from '#contract/attended.ts'
import { anyMutualista, coverKeys, coverLabel, type SearchedCover } from '#contract/cover-labels.ts'
import { covers } from '#contract/covers.ts'
import { type LanguageKey, languages } from '#contract/languages.ts'
import { pesos } from '#contract/money.ts'
import { maxSearchedPrice } from '#contract/search.ts'

/** What a typed text requests of the price, the cover, and who attends whom. Positions are those of the folded text. */
export type TypedRequest = { label: string; from: number; to: number } & (
  | { kind: 'maxPrice'; value: number }
  | { kind: 'sort'; value: 'price' }
  | { kind: 'cover'; value: SearchedCover }
  | { kind: 'ages'; value: AgeGroup }
  | { kind: 'language'; value: LanguageKey }
  | { kind: 'gender'; value: Gender }
)

/** The first match of each pattern. A text with several limits of a price means the first. */
export function findRequests(folded: string): TypedRequest[] {
  return [
    ...priceRequest(folded),
    ...coverRequests(folded),
    ...ageRequest(folded),
    ...languageRequest(folded),
    ...genderRequest(folded),
  ]
}

const free =
  /(?:\b(?:(?:es |sea |que sea )?gratis|gratuit[oa]s?|sin costo|sin cargo|precio (?:de )?0|(?:a |por )?0 pesos)|(?:\b(?:a|por|hasta|de) )?\$ ?0(?: pesos)?)(?![\p{L}\d]|[.,]\d)/u
const limit =
  /\b(?:(?:por )?menos de|hasta|maximo(?: de)?|max|no mas de|que no pase de|(?:mi )?presupuesto(?: es)?(?: de)?|por debajo de) (?:\$|u\$s|uyu)? ?(\d{1,3}[.,]\d{3}|\d{1,7})(?: (pesos|uyu|\$))?(?![\p{L}\d:])/u
const amount = /(?:\$ ?(\d{1,3}[.,]\d{3}|\d{2,7})|\b(\d{1,3}[.,]\d{3}|\d{3,7}) (?:pesos|uyu))(?![\p{L}\d])/u
const inWords = /\b(?:menos de |hasta |maximo |por )?(mil quinientos|mil doscientos|dos mil|tres mil|mil)(?: pesos)\b/
const wordsOfAmounts: Readonly<Record<string, number>> = {
  mil: 1_000,
  'mil doscientos': 1_200,
  'mil quinientos': 1_500,
  'dos mil': 2_000,
  'tres mil': 3_000,
}
const lucas = /\b(?:menos de |hasta |maximo |por )?(una|dos|tres|\d) lucas?\b/
const countOf: Readonly<Record<string, number>> = { una: 1, dos: 2, tres: 3 }
const cheap =
  /\b(?:(?:lo |el |la |los |las )?mas |muy |bien |algo )?(?:barat(?:o|a|os|as|it[oa]s?)|economic[oa]s?|accesibles?(?! (?:(?:para|con|en) )?silla)|(?:a )?buen precio|precios? (?:bajos?|accesibles?|economicos?|razonables?)|no (?:sea |muy |tan ){0,2}car[oa]s?|que no (?:sea |salga |cueste |cobren? ){0,1}(?:muy |tan )?(?:car[oa]s?|mucho|tanto)|poca plata|sin (?:mucha )?plata|corto de plata)\b/
const smallest = 100

function priceRequest(folded: string): TypedRequest[] {
  const gratis = free.exec(folded)
  const value = gratis
    ? ({ kind: 'maxPrice', value: 0, label: 'Gratis', ...spanOf(gratis) } as const)
    : typedLimit(folded)
  const cheapest = cheap.exec(folded)
  return [
    ...(value ? [value] : []),
    ...(cheapest
      ? [{ kind: 'sort' as const, value: 'price' as const, label: 'Más barato primero', ...spanOf(cheapest) }]
      : []),
  ]
}

function typedLimit(folded: string): TypedRequest | undefined {
  const words = inWords.exec(folded)
  if (words) return maxPrice(wordsOfAmounts[words[1] ?? ''] ?? 0, words)
  const thousands = lucas.exec(folded)
  if (thousands) return maxPrice(1_000 * (countOf[thousands[1] ?? ''] ?? Number(thousands[1])), thousands)
  const limited = limit.exec(folded)
  const typed = limited ? numberOf(limited[1] ?? '') : 0
  if (limited && (typed >= smallest || (limited[2] ?? limited[0].includes('$')))) return maxPrice(typed, limited)
  const alone = amount.exec(folded)
  return alone ? maxPrice(numberOf(alone[1] ?? alone[2] ?? ''), alone) : undefined
}

const numberOf = (text: string) => Number(text.replaceAll(/[.,]/g, ''))

function maxPrice(typed: number, match: RegExpExecArray): TypedRequest {
  const value = Math.min(typed, maxSearchedPrice)
  const label = value === 0 ? 'Gratis' : `Hasta ${pesos(100 * value)}`
  return { kind: 'maxPrice', value, label, ...spanOf(match) }
}

/** Names that are also other words mean a cover only after a word for one. */
const ambiguous = new Set(['mp', 'universal', 'britanico', 'el britanico', 'la medica', 'salud publica', 'evangelico'])
const beforeCover = new Set('por con soy tengo mutualista socio socia afiliado afiliada orden ordenes'.split(' '))
const leadingCover = new Set(
  `por con de del la el los las soy tengo mutualista mutual cobertura convenio convenios socio socia afiliado afiliada orden ordenes
  acepta aceptan aceptas toman toma trabajan trabaja cubre cubren que a mi atienden atiende`.split(/\s+/),
)
const atPlace = new Set('cerca frente lado en'.split(' '))
const named = coverKeys.flatMap((key) => covers[key].spoken.map((spoken) => ({ key, words: spoken.split(' ') })))
/** FONASA pays through a mutualista. */
const mutualistas = new Set(['mutualista', 'mutualistas', 'mutual', 'mutuales', 'fonasa'])
const without = new Set(['sin', 'no'])

type Word = { text: string; from: number; to: number }

function coverRequests(folded: string): TypedRequest[] {
  const words = [...folded.matchAll(/[\p{L}\p{N}]+/gu)].map(
    (match): Word => ({ text: match[0], from: match.index, to: match.index + match[0].length }),
  )
  const found: TypedRequest[] = []
  for (const [at, word] of words.entries()) {
    const longest = named
      .filter(({ words: spoken }) => spoken.every((part, index) => words[at + index]?.text === part))
      .toSorted((a, b) => b.words.length - a.words.length)[0]
    const before = words.slice(Math.max(0, at - 3), at).map(({ text }) => text)
    if (longest) {
      const spoken = longest.words.join(' ')
      const isNamed = !ambiguous.has(spoken) || before.some((text) => beforeCover.has(text))
      const isPlace = spoken.startsWith('hospital') && before.some((text) => atPlace.has(text))
      if (isNamed && !isPlace) {
        const to = words[at + longest.words.length - 1]?.to ?? word.to
        found.push({ kind: 'cover', value: longest.key, label: coverLabel(longest.key), from: startOf(words, at), to })
      }
    } else if (mutualistas.has(word.text) && !before.some((text) => without.has(text))) {
      found.push({
        kind: 'cover',
        value: anyMutualista,
        label: coverLabel(anyMutualista),
        from: startOf(words, at),
        to: word.to,
      })
    }
  }
  // «Mutualista Casmu» names one.
  const certain = found.filter(({ value }) => value !== anyMutualista)
  return certain.length > 0 ? certain : found
}

function startOf(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && leadingCover.has(words[start - 1]?.text ?? '')) start--
  return words[start]?.from ?? 0
}

const teenagers =
  /\b(?:(?:para|de|con|a) )?(?:(?:mis?|un|una|unos|los|las|el|la) )?(?:(?:hij[oa]s?|chic[oa]s?|nieto|nieta|sobrin[oa]) )?(?:adolescentes?|teens?|liceal(?:es)?|quinceaner[oa]s?)\b/
const older =
  /\b(?:(?:para|de|con|a) )?(?:(?:un|una|unos|los|las|el|la) )?(?:adult[oa]s? mayor(?:es)?|personas? mayor(?:es)?|gente mayor|mayores|tercera edad|ancian[oa]s?|jubilad[oa]s?)\b/
const years =
  /\b(?:(?:(?:para|con|de) )?(?:(?:mis?|un|una|el|la) )(?:hij[oa]|nen[ea]|nin[oa]|chic[oa]|niet[oa]|guri|gurisa) )?(?:que )?(?:de |tiene |tengo )?(\d{1,3}|trece|catorce|quince|dieciseis|diecisiete|once|doce|diez|nueve|ocho|siete|seis|cinco|cuatro|tres|dos) anos\b(?! de (?:experiencia|casad|matrimonio|relacion|novi))/
/** «Mi hija de 15», without «años». */
const ageOfChild =
  /\b(?:(?:para|con|de) )?(?:mis?|un|una|el|la) (?:hij[oa]|nen[ea]|nin[oa]|chic[oa]|niet[oa]|guri|gurisa|sobrin[oa]) (?:de|que tiene) (1?\d|trece|catorce|quince|dieciseis|diecisiete|once|doce|diez|nueve|ocho|siete|seis|cinco|cuatro|tres|dos)\b(?! (?:a|y|hs|horas|de|meses|hijos|hermanos)\b)/

function ageRequest(folded: string): TypedRequest[] {
  for (const [typed, value] of [
    [teenagers, 'teenagers'],
    [older, 'older'],
  ] as const) {
    const match = typed.exec(folded)
    if (match) return [{ kind: 'ages', value, label: ageLabels[value], ...spanOf(match) }]
  }
  const match = years.exec(folded) ?? ageOfChild.exec(folded)
  const value = match ? groupOfAge(ageOf(match[1] ?? '')) : undefined
  return match && value ? [{ kind: 'ages', value, label: ageLabels[value], ...spanOf(match) }] : []
}

const ages =
  'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete'.split(
    ' ',
  )
const ageOf = (typed: string) => (ages.includes(typed) ? ages.indexOf(typed) : Number(typed))

function groupOfAge(age: number): AgeGroup | undefined {
  if (age <= 12) return 'children'
  if (age <= 17) return 'teenagers'
  return age >= 65 && age <= 115 ? 'older' : undefined
}

/** «Francés» and «Alemán» are surnames, too. */
const language =
  /\b(?:(?:(?:que )?(?:habl[aeo]n?|atiend[ae]n?|sepan?|entiendan?|maneja|domine)|en|con interprete(?: de| en)?|interprete(?: de| en)?) (?:en )?(ingles|portugues|portunol|frances|italiano|aleman|lengua de senas|senas|lsu)|(ingles|portugues|portunol|lengua de senas|lsu))\b/

function languageRequest(folded: string): TypedRequest[] {
  const match = language.exec(folded)
  const typed = match?.[1] ?? match?.[2]?.replace('lengua de ', '')
  if (!match || typed === undefined) return []
  const folds = typed.replace('lengua de ', '')
  const key = (Object.keys(languages) as LanguageKey[]).find((each) =>
    languages[each].typed.some((beginning) => folds.startsWith(beginning)),
  )
  return key
    ? [{ kind: 'language', value: key, label: `En ${languages[key].label.toLowerCase()}`, ...spanOf(match) }]
    : []
}

/** «Psicóloga» alone says nothing of a gender: it is how people name the profession. */
const requestedGender =
  /\b(?:que sea|que me atienda|sea|prefiero|preferentemente|preferiblemente|solo|ojala sea|si es posible)(?: con)?(?: una?)? (mujer|hombre|varon)\b/
const afterProfession =
  /(?<=\b(?:psicolog[oa]|psiquiatra|terapeuta|fisio|fisioterapeuta|kinesiolog[oa]|nutricionista|fonoaudiolog[oa]|masajista|osteopata|quiropractic[oa]|acupunturista|profesional|doctora?|fono|nutri|terapista|alguien|infantil) )(?:que sea )?(mujer|hombre|varon|femenin[oa]|masculin[oa])\b/

const atTheEnd = /(?<!\b(?:mi|soy|para|de|la|el|una|un|como)) (?:solo )?(mujer|hombre|varon)$/

function genderRequest(folded: string): TypedRequest[] {
  const match = requestedGender.exec(folded) ?? afterProfession.exec(folded) ?? atTheEnd.exec(folded)
  if (!match) return []
  const value = /^(?:mujer|femenin)/.test(match[1] ?? '') ? 'woman' : 'man'
  return [{ kind: 'gender', value, label: genderLabels[value], ...spanOf(match) }]
}

const spanOf = (match: RegExpExecArray) => ({ from: match.index, to: match.index + match[0].length })
