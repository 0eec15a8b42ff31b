import { type Place, placeLabels } from '#contract/places.ts'
import { servicesTyped } from './words.ts'

const atHome = /\b(?:en|a) (?:mi |su |nuestra )?casa\b/
const life =
  /\b(?:limites|conducta|porta[nr]?|pelea[ns]?|peleamos|grit(?:a|an|amos|os)|discut[a-z]{1,5}|violencia|aburr[a-z]{1,4}|encerrad[oa]|cai|cayo|golpe|golpee|limpiar|limpieza|armoniza[a-z]{0,5}|energias?|ambiente)\b/
const lettersBetween = 40

/** Whether a folded text speaks of life at home, and of no visit: «los límites en casa», «peleamos en casa». */
export function isLifeAtHome(folded: string): boolean {
  const home = atHome.exec(folded)
  return home !== null && life.test(folded.slice(Math.max(0, home.index - lettersBetween), home.index))
}

/** Who can't go out is treated at home, or online where no hands are needed. */
const homebound =
  /\b(?:no (?:puedo|puede|podemos|pueden) (?:salir|trasladar(?:me|se|la|lo)?|viajar|ir hasta)|no (?:salgo|sale|salen|salimos) (?:de|casi)|sin (?:poder )?salir de|postrad[oa]s?|encamad[oa]s?|en cama|inmovilizad[oa]s?)(?: de)?(?: (?:mi |su |la )?casa)?\b/
const byHand: ReadonlySet<string> = new Set([
  ...['fisioterapia', 'kinesiologia', 'terapia-ocupacional', 'masajistas', 'osteopatia', 'quiropracticos'],
  ...['acupuntura', 'reiki'],
])

type Homebound = { value: Place; label: string; from: number; to: number }

/** How a person is attended who, as a folded text says, can't go out. */
export function homeboundIn(folded: string): Homebound | undefined {
  const match = homebound.exec(folded)
  if (!match) return undefined
  const value = servicesTyped(folded).some((service) => byHand.has(service)) ? 'home' : 'online'
  return { value, label: placeLabels[value], from: match.index, to: match.index + match[0].length }
}
