// Without schemas: the first scripts of pages import this file.

/**
 * How a centre may be paid besides by the patient, whom every centre accepts: the health institutions of Uruguay's integrated
 * system, and public bodies. Source: the Ministry of Public Health's list of institutions. `spoken`: other names, folded.
 */
type Cover = { label: string; kind: 'mutualista' | 'insurance' | 'public'; spoken: readonly string[] }

export const covers = {
  'asociacion-espanola': {
    label: 'Asociación Española',
    kind: 'mutualista',
    spoken: ['asociacion espanola', 'la espanola', 'asesp'],
  },
  casmu: { label: 'CASMU', kind: 'mutualista', spoken: ['casmu'] },
  'circulo-catolico': {
    label: 'Círculo Católico',
    kind: 'mutualista',
    spoken: ['circulo catolico', 'el circulo', 'ccou'],
  },
  cosem: { label: 'COSEM', kind: 'mutualista', spoken: ['cosem'] },
  cudam: { label: 'CUDAM', kind: 'mutualista', spoken: ['cudam'] },
  gremca: { label: 'GREMCA', kind: 'mutualista', spoken: ['gremca'] },
  'hospital-evangelico': {
    label: 'Hospital Evangélico',
    kind: 'mutualista',
    spoken: ['hospital evangelico', 'evangelico'],
  },
  'medica-uruguaya': {
    label: 'Médica Uruguaya',
    kind: 'mutualista',
    spoken: ['medica uruguaya', 'la medica', 'mucam'],
  },
  smi: { label: 'SMI', kind: 'mutualista', spoken: ['smi', 'servicio medico integral', 'impasa'] },
  universal: { label: 'Universal', kind: 'mutualista', spoken: ['mutualista universal', 'la universal', 'universal'] },
  femi: {
    label: 'Mutualistas del interior (FEMI)',
    kind: 'mutualista',
    spoken: [
      ...['femi', 'amedrin', 'amsj', 'asistencial medica', 'caamepa', 'camcel', 'camdel', 'camec', 'camedur', 'camoc'],
      ...['cams', 'camy', 'casmer', 'comeca', 'comef', 'comeflo', 'comepa', 'comeri', 'comero'],
      ...['comett', 'comta', 'crame', 'crami', 'gremeda', 'smqs'],
    ],
  },
  'hospital-britanico': {
    label: 'Hospital Británico',
    kind: 'insurance',
    spoken: ['hospital britanico', 'el britanico', 'britanico'],
  },
  'medicina-personalizada': {
    label: 'MP Medicina Personalizada',
    kind: 'insurance',
    spoken: ['medicina personalizada', 'mp'],
  },
  'blue-cross': { label: 'Blue Cross & Blue Shield', kind: 'insurance', spoken: ['blue cross', 'blue shield'] },
  'seguro-americano': {
    label: 'Seguro Americano',
    kind: 'insurance',
    spoken: ['seguro americano', 'hospital americano'],
  },
  summum: { label: 'SUMMUM', kind: 'insurance', spoken: ['summum'] },
  asse: { label: 'ASSE', kind: 'public', spoken: ['asse', 'salud publica'] },
  bps: { label: 'BPS (órdenes y AYEX)', kind: 'public', spoken: ['bps', 'ayex', 'prevision social'] },
  bse: { label: 'BSE (accidentes de trabajo)', kind: 'public', spoken: ['bse', 'banco de seguros'] },
  'sanidad-militar': {
    label: 'Sanidad Militar',
    kind: 'public',
    spoken: ['sanidad militar', 'hospital militar', 'fuerzas armadas'],
  },
  'sanidad-policial': { label: 'Sanidad Policial', kind: 'public', spoken: ['sanidad policial', 'hospital policial'] },
} as const satisfies Record<string, Cover>

export type CoverKey = keyof typeof covers
export const coverKeys = Object.keys(covers) as [CoverKey, ...CoverKey[]]

/** A search may ask for one cover, or for a mutualista of any name. */
export const anyMutualista = 'mutualista'
export const searchedCovers = [anyMutualista, ...coverKeys] as const
export type SearchedCover = (typeof searchedCovers)[number]

/** The keys once each, in the order of the list. */
export const inCoverOrder = (chosen: readonly CoverKey[]) => coverKeys.filter((key) => chosen.includes(key))

/** The covers that meet a search. */
export const coversMeeting = (searched: SearchedCover): readonly CoverKey[] =>
  searched === anyMutualista ? coverKeys.filter((key) => covers[key].kind === 'mutualista') : [searched]

export const coverLabel = (key: SearchedCover): string =>
  key === anyMutualista ? 'Alguna mutualista' : covers[key].label
