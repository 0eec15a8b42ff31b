// Without schemas and spoken names: the first scripts of pages import this file.

/**
 * How a centre may be paid besides by the patient, whom every centre accepts: the health institutions of Uruguay's integrated
 * system, insurances, and public bodies. Source: the Ministry of Public Health's list of institutions.
 */
export const coverGroups = {
  mutualista: {
    'asociacion-espanola': 'Asociación Española',
    casmu: 'CASMU',
    'circulo-catolico': 'Círculo Católico',
    cosem: 'COSEM',
    cudam: 'CUDAM',
    gremca: 'GREMCA',
    'hospital-evangelico': 'Hospital Evangélico',
    'medica-uruguaya': 'Médica Uruguaya',
    smi: 'SMI',
    universal: 'Universal',
    femi: 'Mutualistas del interior (FEMI)',
  },
  insurance: {
    'hospital-britanico': 'Hospital Británico',
    'medicina-personalizada': 'MP Medicina Personalizada',
    'blue-cross': 'Blue Cross & Blue Shield',
    'seguro-americano': 'Seguro Americano',
    summum: 'SUMMUM',
  },
  public: {
    asse: 'ASSE',
    bps: 'BPS (órdenes y AYEX)',
    bse: 'BSE (accidentes de trabajo)',
    'sanidad-militar': 'Sanidad Militar',
    'sanidad-policial': 'Sanidad Policial',
  },
} as const

export type CoverKind = keyof typeof coverGroups

export const coverKindLabels: Record<CoverKind, string> = {
  mutualista: 'Mutualistas',
  insurance: 'Seguros privados',
  public: 'Organismos públicos',
}

export const coverLabels = { ...coverGroups.mutualista, ...coverGroups.insurance, ...coverGroups.public }
export type CoverKey = keyof typeof coverLabels
export const coverKeys = Object.keys(coverLabels) as [CoverKey, ...CoverKey[]]
export const coverKeysOf = (kind: CoverKind) => Object.keys(coverGroups[kind]) as CoverKey[]

/** A search may ask for one cover, or for a mutualista of any name. */
export const anyMutualista = 'mutualista'
export const searchedCovers = [anyMutualista, ...coverKeys] as const
export type SearchedCover = (typeof searchedCovers)[number]

export const coverLabel = (key: SearchedCover): string =>
  key === anyMutualista ? 'Alguna mutualista' : coverLabels[key]

/** The keys once each, in the order of the list. */
export const inCoverOrder = (chosen: readonly CoverKey[]) => coverKeys.filter((key) => chosen.includes(key))

/** The covers that meet a search. */
export const coversMeeting = (searched: SearchedCover): readonly CoverKey[] =>
  searched === anyMutualista ? coverKeysOf('mutualista') : [searched]
