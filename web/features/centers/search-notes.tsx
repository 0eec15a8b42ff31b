import { brand } from '#contract/brand.ts'
import type { CenterSearchResult, Lacking, LeftOut, NearMiss } from '#contract/center-search.ts'
import { formatDistance } from '#web/platform/formats.ts'

export type Notes = Pick<CenterSearchResult, 'nearMiss' | 'lacking' | 'leftOut'> & {
  items: readonly { distanceMeters: number | null }[]
  placeName: string | undefined
}

/** What the results above which it stands are not: each a sentence that is true of them. */
export function SearchNotes({ notes }: { notes: Notes }) {
  const texts = [
    ...(notes.lacking ? [lackingText(notes.lacking)] : []),
    ...(notes.nearMiss ? [nearMissText(notes.nearMiss)] : []),
    ...notes.leftOut.flatMap((kind) => leftOutText(kind, notes) ?? []),
  ]
  return (
    <div className="grid gap-1">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

const lackingText = ({ name, helps }: Lacking) =>
  `En ${brand.name} no hay ${name}. ${helps === '' ? 'Mira qué servicios hay: quizá otro te sirva.' : `Lo más cercano que tenemos: ${helps}.`}`

const nearMissTexts: Record<NearMiss['kind'], (text: string) => string> = {
  all: (text) => `No encontramos «${text}». Esto es lo que más se parece:`,
  part: (text) => `Nadie menciona «${text}». Te mostramos lo que coincide con el resto de tu búsqueda.`,
  place: (text) =>
    `No conocemos un lugar que se llame «${text}». Te mostramos el resto de tu búsqueda en todo el país.`,
}
const nearMissText = ({ kind, text }: NearMiss) => nearMissTexts[kind](text)

function leftOutText(kind: LeftOut, { placeName, items }: Notes): string | undefined {
  if (kind === 'distance') return farText({ placeName, items })
  return kind === 'day' ? undefined : requestTexts[kind]
}

function farText({ placeName, items: [nearest] }: Pick<Notes, 'placeName' | 'items'>): string {
  const where = `No hay centros cerca de ${placeName ?? 'ese lugar'} con esta búsqueda.`
  if (nearest?.distanceMeters == null) return `${where} Te mostramos los que están más lejos.`
  return `${where} El más cercano está a ${formatDistance(nearest.distanceMeters)}.`
}

const requestTexts: Record<Exclude<LeftOut, 'day' | 'distance'>, string> = {
  children: 'Ningún centro dice que atiende a niños para esto. Te mostramos los demás.',
  modality: 'Nadie atiende esto de la forma que pides. Te mostramos cómo sí se puede.',
  maxPrice: 'Nadie publica un precio así para esto. Te mostramos primero los más bajos.',
  cover: 'Ningún centro dice que acepta esa cobertura para esto. Puedes preguntarles: te mostramos los que hay.',
  ages: 'Nadie dice que atiende esa edad para esto. Te mostramos los demás.',
  language: 'Ningún centro dice que atiende en ese idioma para esto. Te mostramos los demás.',
  gender: 'No encontramos a quien pides según mujer o varón. Te mostramos a todos.',
}
