/** The 13 services of the catalogue, by their names in URLs. */
export const serviceSlugs = [
  'psicoterapia',
  'fisioterapia',
  'terapia-ocupacional',
  'logopedia',
  'nutricion',
  'osteopatia',
  'quiropracticos',
  'kinesiologia',
  'masajistas',
  'reiki',
  'radiestesia',
  'acupuntura',
  'terapias-complementarias',
] as const
export type ServiceSlug = (typeof serviceSlugs)[number]

type Specialty = {
  label: string
  /** Services of the catalogue that this option stands for. */
  services: readonly [ServiceSlug, ...ServiceSlug[]]
  /** Folded prefixes of words (no accents, lower case) that match typed text: names, and complaints in the words of patients. */
  terms: readonly [string, ...string[]]
  /** The option is narrower than its services: it matches only centres that name one of its terms. */
  narrower?: true
}

/**
 * Every specialty option of the product with its services in the catalogue. Both search pages, /auth and the free-text
 * search read this map. */
export const specialties = {
  fisioterapia: {
    label: 'Fisioterapia',
    services: ['fisioterapia'],
    terms: [
      'fisio',
      'fisioterap',
      'dolor',
      'duele',
      'espalda',
      'lumbar',
      'ciatica',
      'cervical',
      'cuello',
      'rodilla',
      'hombro',
      'tobillo',
      'cadera',
      'esguince',
      'contractura',
      'lesion',
      'fractura',
    ],
  },
  rehabilitacion: {
    label: 'Rehabilitación',
    services: ['fisioterapia', 'kinesiologia', 'terapia-ocupacional'],
    terms: ['rehab', 'rehabilit'],
  },
  psicoterapia: { label: 'Psicoterapia', services: ['psicoterapia'], terms: ['psicoterap', 'terapia psicol'] },
  'terapias-naturales': {
    label: 'Terapias naturales',
    services: ['acupuntura', 'reiki', 'radiestesia', 'terapias-complementarias'],
    terms: ['natural', 'holistic', 'alternativ', 'flores de bach'],
  },
  'masaje-terapeutico': {
    label: 'Masaje terapéutico',
    services: ['masajistas'],
    terms: ['masaj', 'masoterap', 'descontractur'],
  },
  psicologia: {
    label: 'Psicología',
    services: ['psicoterapia'],
    terms: [
      'psicol',
      'ansiedad',
      'ansios',
      'depresion',
      'deprimid',
      'estres',
      'triste',
      'angusti',
      'panico',
      'insomnio',
      'dormir',
      'duelo',
      'autoestima',
      'miedo',
      'fobia',
      'agotad',
    ],
  },
  nutricion: {
    label: 'Nutrición',
    services: ['nutricion'],
    terms: [
      'nutric',
      'dieta',
      'alimentacion',
      'peso',
      'adelgaz',
      'obesidad',
      'sobrepeso',
      'diabetes',
      'colesterol',
      'celiac',
    ],
  },
  'terapia-ocupacional': { label: 'Terapia ocupacional', services: ['terapia-ocupacional'], terms: ['ocupacional'] },
  logopedia: {
    label: 'Logopedia',
    services: ['logopedia'],
    terms: ['logoped', 'fonoaudiolog', 'lenguaje', 'habla', 'voz', 'tartamud', 'deglucion'],
  },
  psiquiatria: { label: 'Psiquiatría', services: ['psicoterapia'], terms: ['psiquiatr'], narrower: true },
  neurologia: {
    label: 'Neurología',
    services: ['fisioterapia', 'terapia-ocupacional'],
    terms: ['neurolog', 'neurorrehab', 'neurorehab'],
    narrower: true,
  },
  cardiologia: {
    label: 'Cardiología',
    services: ['kinesiologia', 'fisioterapia'],
    terms: ['cardiolog', 'cardiac', 'cardiovascular'],
    narrower: true,
  },
  osteopatia: { label: 'Osteopatía', services: ['osteopatia'], terms: ['osteopat', 'cabeza', 'migran', 'cefalea'] },
  quiropractica: { label: 'Quiropráctica', services: ['quiropracticos'], terms: ['quiropra', 'columna'] },
  kinesiologia: { label: 'Kinesiología', services: ['kinesiologia'], terms: ['kinesi', 'kinesio'] },
  reiki: { label: 'Reiki', services: ['reiki'], terms: ['reiki'] },
  radiestesia: { label: 'Radiestesia', services: ['radiestesia'], terms: ['radiestes', 'pendulo'] },
  acupuntura: {
    label: 'Acupuntura',
    services: ['acupuntura'],
    terms: ['acupunt', 'medicina china', 'migran', 'cefalea'],
  },
  'terapias-complementarias': {
    label: 'Terapias complementarias',
    services: ['terapias-complementarias'],
    terms: ['complementari', 'aromaterap'],
  },
  mindfulness: {
    label: 'Mindfulness',
    services: ['terapias-complementarias'],
    terms: ['mindful', 'meditac', 'atencion plena'],
  },
  coaching: { label: 'Coaching', services: ['terapias-complementarias'], terms: ['coach'] },
  neurorehabilitacion: {
    label: 'Neurorehabilitación',
    services: ['fisioterapia', 'terapia-ocupacional'],
    terms: ['neurorehab', 'neurorrehab'],
    narrower: true,
  },
  'terapia-familiar': {
    label: 'Terapia Familiar',
    services: ['psicoterapia'],
    terms: ['familiar', 'pareja'],
    narrower: true,
  },
  otro: { label: 'Otro', services: ['terapias-complementarias'], terms: ['otro'] },
} as const satisfies Record<string, Specialty>

export type SpecialtyKey = keyof typeof specialties

/** The options of search page A, search page B and the centre's sign-up at /auth, in their order on screen. */
export const searchPageAOptions = [
  'fisioterapia',
  'rehabilitacion',
  'psicoterapia',
  'terapias-naturales',
  'masaje-terapeutico',
] as const satisfies readonly SpecialtyKey[]
export const searchPageBOptions = [
  'psicologia',
  'fisioterapia',
  'nutricion',
  'terapia-ocupacional',
  'logopedia',
  'psiquiatria',
  'neurologia',
  'cardiologia',
] as const satisfies readonly SpecialtyKey[]
export const signUpOptions = [
  'psicologia',
  'psiquiatria',
  'fisioterapia',
  'osteopatia',
  'mindfulness',
  'coaching',
  'nutricion',
  'neurorehabilitacion',
  'terapia-familiar',
  'otro',
] as const satisfies readonly SpecialtyKey[]

export const specialtyKeys = Object.keys(specialties) as [SpecialtyKey, ...SpecialtyKey[]]

/** Lower case without accents: how typed text and terms are compared. */
export const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The options that match a typed text: a term is a prefix of one of its words, or a word of at least 4 letters is a prefix of a term. */
export function recognizeSpecialties(text: string): SpecialtyKey[] {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const folded = ` ${words.join(' ')}`
  return specialtyKeys.filter((key) =>
    specialties[key].terms.some(
      (term) => folded.includes(` ${term}`) || words.some((word) => word.length >= 4 && term.startsWith(word)),
    ),
  )
}
