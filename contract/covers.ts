import { type CoverKey, type CoverKind, coverKeysOf, coverLabels } from './cover-labels.ts'
import { foldText } from './folded-text.ts'

/** How the covers are named besides by their labels, folded. */
const spoken: Record<CoverKey, readonly string[]> = {
  'asociacion-espanola': ['asociacion espanola', 'la espanola', 'asesp'],
  casmu: ['casmu'],
  'circulo-catolico': ['circulo catolico', 'el circulo', 'ccou'],
  cosem: ['cosem'],
  cudam: ['cudam'],
  gremca: ['gremca'],
  'hospital-evangelico': ['hospital evangelico', 'evangelico'],
  'medica-uruguaya': ['medica uruguaya', 'la medica', 'mucam'],
  smi: ['smi', 'servicio medico integral', 'impasa'],
  universal: ['mutualista universal', 'la universal', 'universal'],
  femi: [
    ...['femi', 'amedrin', 'amsj', 'asistencial medica', 'caamepa', 'camcel', 'camdel', 'camec', 'camedur', 'camoc'],
    ...['cams', 'camy', 'casmer', 'comeca', 'comef', 'comeflo', 'comepa', 'comeri', 'comero'],
    ...['comett', 'comta', 'crame', 'crami', 'gremeda', 'smqs'],
  ],
  'hospital-britanico': ['hospital britanico', 'el britanico', 'britanico'],
  'medicina-personalizada': ['medicina personalizada', 'mp'],
  'blue-cross': ['blue cross', 'blue shield'],
  'seguro-americano': ['seguro americano', 'hospital americano'],
  summum: ['summum'],
  asse: ['asse', 'salud publica'],
  bps: ['bps', 'ayex', 'prevision social'],
  bse: ['bse', 'banco de seguros'],
  'sanidad-militar': ['sanidad militar', 'hospital militar', 'fuerzas armadas'],
  'sanidad-policial': ['sanidad policial', 'hospital policial'],
}

type Cover = { label: string; kind: CoverKind; spoken: readonly string[] }

const entriesOf = (kind: CoverKind) =>
  coverKeysOf(kind).map((key): [CoverKey, Cover] => [key, { label: coverLabels[key], kind, spoken: spoken[key] }])

export const covers = Object.fromEntries([
  ...entriesOf('mutualista'),
  ...entriesOf('insurance'),
  ...entriesOf('public'),
]) as Record<CoverKey, Cover>

const labelsBySpokenName = new Map(
  Object.values(covers).flatMap(({ label, spoken: names }) => [foldText(label), ...names].map((name) => [name, label])),
)

/** The label of the cover that the text names, or the text itself. */
export const knownCover = (text: string): string => labelsBySpokenName.get(foldText(text)) ?? text
