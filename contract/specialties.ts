import type { ServiceSlug, SpecialtyKey } from './specialty-keys.ts'

type Specialty = {
  label: string
  services: readonly [ServiceSlug, ...ServiceSlug[]]
}

/**
 * Every specialty option of the product with its services in the catalogue. Both search pages, /auth and the free-text
 * search read this map. */
export const specialties = {
  fisioterapia: { label: 'Fisioterapia', services: ['fisioterapia'] },
  rehabilitacion: { label: 'Rehabilitación', services: ['fisioterapia', 'kinesiologia', 'terapia-ocupacional'] },
  psicoterapia: { label: 'Psicoterapia', services: ['psicoterapia'] },
  'terapias-naturales': {
    label: 'Terapias naturales',
    services: ['acupuntura', 'reiki', 'radiestesia', 'terapias-complementarias'],
  },
  'masaje-terapeutico': { label: 'Masaje terapéutico', services: ['masajistas'] },
  psicologia: { label: 'Psicología', services: ['psicoterapia'] },
  nutricion: { label: 'Nutrición', services: ['nutricion'] },
  'terapia-ocupacional': { label: 'Terapia ocupacional', services: ['terapia-ocupacional'] },
  logopedia: { label: 'Fonoaudiología', services: ['logopedia'] },
  psiquiatria: { label: 'Psiquiatría', services: ['psicoterapia'] },
  neurologia: { label: 'Neurología', services: ['fisioterapia', 'terapia-ocupacional'] },
  cardiologia: { label: 'Cardiología', services: ['kinesiologia', 'fisioterapia'] },
  osteopatia: { label: 'Osteopatía', services: ['osteopatia'] },
  quiropractica: { label: 'Quiropráctica', services: ['quiropracticos'] },
  kinesiologia: { label: 'Kinesiología', services: ['kinesiologia'] },
  reiki: { label: 'Reiki', services: ['reiki'] },
  radiestesia: { label: 'Radiestesia', services: ['radiestesia'] },
  acupuntura: { label: 'Acupuntura', services: ['acupuntura'] },
  'terapias-complementarias': { label: 'Terapias complementarias', services: ['terapias-complementarias'] },
  mindfulness: { label: 'Mindfulness', services: ['terapias-complementarias'] },
  coaching: { label: 'Coaching', services: ['terapias-complementarias'] },
  neurorehabilitacion: { label: 'Neurorehabilitación', services: ['fisioterapia', 'terapia-ocupacional'] },
  'terapia-familiar': { label: 'Terapia Familiar', services: ['psicoterapia'] },
  otro: { label: 'Otro', services: ['terapias-complementarias'] },
} as const satisfies Record<SpecialtyKey, Specialty>

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

type SpecialtyTerms = {
  /** Folded prefixes of words (no accents, lower case) that match typed text: names, and complaints in the words of patients. */
  terms: readonly [string, ...string[]]
  /** The option is narrower than its services: it matches only centres that name one of its terms. */
  narrower?: true
}

/** The words of each specialty option. Only the server reads them, so the browser's scripts leave this object out. */
export const specialtyTerms: Readonly<Record<SpecialtyKey, SpecialtyTerms>> = {
  fisioterapia: {
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
  rehabilitacion: { terms: ['rehab', 'rehabilit'] },
  psicoterapia: { terms: ['psicoterap', 'terapia psicol'] },
  'terapias-naturales': { terms: ['natural', 'holistic', 'alternativ', 'flores de bach'] },
  'masaje-terapeutico': { terms: ['masaj', 'masoterap', 'descontractur'] },
  psicologia: {
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
  'terapia-ocupacional': { terms: ['ocupacional'] },
  logopedia: { terms: ['logoped', 'fonoaudiolog', 'lenguaje', 'habla', 'voz', 'tartamud', 'deglucion'] },
  psiquiatria: { terms: ['psiquiatr'], narrower: true },
  neurologia: { terms: ['neurolog', 'neurorrehab', 'neurorehab'], narrower: true },
  cardiologia: { terms: ['cardiolog', 'cardiac', 'cardiovascular'], narrower: true },
  osteopatia: { terms: ['osteopat'] },
  quiropractica: { terms: ['quiropra', 'columna'] },
  kinesiologia: { terms: ['kinesi', 'kinesio'] },
  reiki: { terms: ['reiki'] },
  radiestesia: { terms: ['radiestes', 'pendulo'] },
  acupuntura: { terms: ['acupunt', 'medicina china'] },
  'terapias-complementarias': { terms: ['complementari', 'aromaterap'] },
  mindfulness: { terms: ['mindful', 'meditac', 'atencion plena'] },
  coaching: { terms: ['coach'] },
  neurorehabilitacion: { terms: ['neurorehab', 'neurorrehab', 'acv', 'ictus', 'hemiplej'], narrower: true },
  'terapia-familiar': { terms: ['familiar', 'pareja'], narrower: true },
  otro: { terms: ['otro'] },
}
