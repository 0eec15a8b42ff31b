import type { ServiceSlug } from '#contract/specialty-keys.ts'

/**
 * Professions that no service of the catalogue is of, as people type them (folded beginnings; `=` requires the whole word): the
 * sentence names them, and what is nearest on Senda, if anything is. The names are those of the registers of the Ministerio de
 * Salud Pública (gub.uy/ministerio-salud-publica), used as facts.
 */
type Row = readonly [typed: string, name: string, services: string, says: string, helps: string]

const rows: readonly Row[] = [
  [
    'dentist, odontolog, ortodonc',
    'dentistas',
    'fisioterapia',
    '',
    'fisioterapeutas que tratan la mandíbula y el bruxismo',
  ],
  [
    'odonto=, dolor de muela, dolor de muelas, dolor de dientes, muela=, muelas=, caries, brackets, blanqueamiento, implante dental, limpieza dental',
    'dentistas',
    '',
    '',
    '',
  ],
  [
    'pediatra, pedi=',
    'pediatras',
    'psicoterapia nutricion logopedia terapia-ocupacional',
    'infantil',
    'quienes atienden a niños',
  ],
  [
    'psicopedagog',
    'psicopedagogas',
    'logopedia psicoterapia',
    'dislexia,psicologia infantil',
    'fonoaudiólogas y psicólogas que ayudan con el aprendizaje',
  ],
  [
    'psicomotricist',
    'psicomotricistas',
    'terapia-ocupacional',
    'integracion sensorial',
    'terapistas ocupacionales, que trabajan el movimiento y lo sensorial',
  ],
  [
    'ginecolog, gine=, gineco=, obstetra, partera, papanicolau, pap=',
    'ginecólogos ni parteras',
    'fisioterapia nutricion',
    'pelvic,embarazo',
    'quienes tratan el piso pélvico y acompañan el embarazo',
  ],
  ['urolog, uro=', 'urólogos', 'fisioterapia', 'pelvic', 'fisioterapeutas de piso pélvico'],
  ['oculist, oftalmolog, oftalmo=, optometr', 'oculistas', '', '', ''],
  [
    'traumatolog, traumato=, ortopedista, deportolog, fisiatra',
    'traumatólogos',
    'fisioterapia kinesiologia',
    '',
    'fisioterapeutas, que tratan lesiones y dolores',
  ],
  ['reumatolog', 'reumatólogos', 'fisioterapia kinesiologia', '', 'fisioterapeutas, que tratan dolores articulares'],
  [
    'neurologo, neurologa, neurologos, neuropediatra, neurocirujan',
    'neurólogos',
    'fisioterapia terapia-ocupacional',
    'neurorrehab,neurorehab,neurolog',
    'quienes hacen rehabilitación neurológica',
  ],
  [
    'cardiologo, cardiologa, cardiologos',
    'cardiólogos',
    'kinesiologia',
    'cardiac,cardiolog',
    'quienes hacen rehabilitación cardíaca',
  ],
  ['neumolog, neumo=', 'neumólogos', 'kinesiologia', 'respiratori', 'quienes hacen kinesiología respiratoria'],
  ['dermatolog, dermato=, derma=', 'dermatólogos', '', '', ''],
  ['otorrino', 'otorrinolaringólogos', 'logopedia', 'voz', 'fonoaudiólogas, que tratan la voz y la deglución'],
  [
    'endocrinolog, endocrino=, diabetolog',
    'endocrinólogos',
    'nutricion',
    'diabetes',
    'nutricionistas, que acompañan la diabetes',
  ],
  ['gastroenterolog, gastro=', 'gastroenterólogos', 'nutricion', '', 'nutricionistas'],
  [
    'geriatra',
    'geriatras',
    'terapia-ocupacional fisioterapia',
    'adultos mayores',
    'quienes atienden a personas mayores',
  ],
  ['podolog', 'podólogos', 'fisioterapia kinesiologia', '', 'fisioterapeutas, que tratan el pie y la pisada'],
  ['enfermer, cuidador, cuidadora', 'enfermeros ni cuidadores', '', '', ''],
  [
    'medico general, medica general, medicina general, medico de familia, clinico general, medico=, medica=',
    'médicos generales',
    '',
    '',
    '',
  ],
  ['cirujan, oncolog, nefrolog, hematolog, alergolog, alergista, anestesi', 'médicos de esa especialidad', '', '', ''],
  [
    'acompanante terapeutic',
    'acompañantes terapéuticos',
    'psicoterapia terapia-ocupacional',
    '',
    'psicólogos y terapistas ocupacionales',
  ],
  ['veterinari', 'veterinarios', '', '', ''],
  ['abogad, escriban, contador', 'abogados, escribanos ni contadores', '', '', ''],
  ['peluquer, manicur, depilac, esteticist, cosmetolog, botox', 'estética ni peluquería', '', '', ''],
  [
    'radiografia, ecografia, eco=, ecos=, mamografia, placa=, placas=, rayos x, resonancia, tomografia, tac=, electrocardiograma, densitometria, endoscopia, colonoscopia, examen de sangre, examenes de sangre, analisis de sangre, analisis de orina, analisis clinicos, laboratorio, vacuna, vacunatorio',
    'estudios, análisis ni vacunas',
    '',
    '',
    '',
  ],
  ['farmacia, farmacias', 'farmacias', '', '', ''],
  ['sexolog', 'sexólogos', 'psicoterapia', 'terapia de pareja', 'psicólogos y terapeutas de pareja'],
  [
    'constelaciones, constelador',
    'constelaciones familiares',
    'psicoterapia terapias-complementarias',
    'terapia familiar',
    'terapeutas de familia',
  ],
  [
    'pilates',
    'clases de pilates',
    'kinesiologia fisioterapia',
    'ejercicio,postural',
    'kinesiólogos, que arman planes de ejercicio',
  ],
  ['yoga', 'clases de yoga', 'terapias-complementarias', 'mindful,meditac', 'quienes enseñan mindfulness y meditación'],
  [
    'personal trainer, entrenador, gimnasio',
    'entrenadores ni gimnasios',
    'kinesiologia',
    'ejercicio',
    'kinesiólogos, que arman planes de ejercicio',
  ],
]

/** `name`: after «En Senda no hay». `helps`: what is nearest on Senda; empty if nothing is. */
export type LackingProfession = {
  name: string
  helps: string
  services: readonly ServiceSlug[]
  says: readonly string[]
}

const typedOf = rows.flatMap(([typed, name, services, says, helps]) =>
  typed.split(', ').map((phrase) => ({
    words: phrase.replace('=', '').split(' '),
    isWhole: phrase.endsWith('='),
    profession: {
      name,
      helps,
      services: services === '' ? [] : (services.split(' ') as ServiceSlug[]),
      says: says === '' ? [] : says.split(','),
    },
  })),
)

/** Such a profession that begins at this word of a folded text, and how many words it takes. */
export function lackingAt(
  words: readonly string[],
  start: number,
): { profession: LackingProfession; length: number } | undefined {
  const found = typedOf.find(({ words: phrase, isWhole }) =>
    phrase.every((part, index) => {
      const word = words[start + index]
      return word !== undefined && (isWhole || index < phrase.length - 1 ? word === part : word.startsWith(part))
    }),
  )
  return found && { profession: found.profession, length: found.words.length }
}

const referring =
  /^(?:mando|mandaron|derivo|derivaron|dijo|dijeron|receto|recetaron|recomendo|recomendaron|indico|indicaron|pidio|pidieron|ordeno|aconsejo)$/

/** «El traumatólogo me mandó a fisio» asks for no traumatologist. */
export const isReferral = (words: readonly string[]): boolean => words.some((word) => referring.test(word))

/** The profession that a text asks for and Senda lacks. */
export function lackingIn(words: readonly string[]): LackingProfession | undefined {
  if (isReferral(words)) return undefined
  for (const [start] of words.entries()) {
    const found = lackingAt(words, start)
    if (found) return found.profession
  }
  return undefined
}
