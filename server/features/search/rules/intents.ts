import { foldText } from '#contract/folded-text.ts'
import type { Place } from '#contract/places.ts'

type Intent = { label: string; place: Place; typed: RegExp }

/** Words that say how the visitor wants to be attended, not what for. `typed` matches folded text. */
const intents: readonly Intent[] = [
  { label: 'Online', place: 'online', typed: /\b(?:on ?line|virtual|videollamada|por (?:zoom|whatsapp|video))\b/ },
  { label: 'A domicilio', place: 'home', typed: /\b(?:(?:a|en) )?(?:domicilio|(?:en|a) (?:mi )?casa)\b/ },
  { label: 'Presencial', place: 'center', typed: /\bpresencial\b/ },
]

export type Understood = {
  /** The text without the words of the intents. */
  text: string
  place: Place | undefined
  /** `q`: the whole text without this intent, for a visitor who did not mean it. */
  chips: { label: string; q: string }[]
}

export function readIntents(q: string): Understood {
  const typed = q.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  // Letter by letter, so that positions in the folded text are those of the typed one.
  const folded = [...typed].map(foldLetter).join('')
  const found = intents.flatMap(({ label, place, typed: pattern }) => {
    const match = folded.length === typed.length ? pattern.exec(folded) : null
    return match ? [{ label, place, from: match.index, to: match.index + match[0].length }] : []
  })
  const [first] = found
  // Two of them are more likely a text about both than a filter.
  if (!first || found.length > 1) return { text: typed, place: undefined, chips: [] }
  const text = `${typed.slice(0, first.from)} ${typed.slice(first.to)}`.replaceAll(/\s+/g, ' ').trim()
  return { text, place: first.place, chips: [{ label: first.label, q: text }] }
}

const foldLetter = (letter: string) => (letter === ' ' ? ' ' : foldText(letter) || letter)
