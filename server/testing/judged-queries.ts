import type { Place } from '#contract/places.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'

/** What a person who types the queries expects. Every part that is given has to hold for a perfect result. */
export type Expectation = {
  /** The centre offers one of these. Alone it makes a fair result. */
  services?: readonly ServiceSlug[]
  /** A specialty, a service or a name of the centre or its professionals has a word that begins like one of these, folded. */
  says?: readonly string[]
  neighborhood?: string
  place?: Place
  verified?: true
  /** The times on the cards are on one of these days of the week (1 is Monday). */
  weekdays?: readonly number[]
  /** The times on the cards start from the first local hour on, and before the second. */
  hours?: readonly [number, number]
  /** The name of the service that the card offers, if any. */
  offers?: RegExp
}

/** Queries as people in Uruguay type them: symptoms, everyday words, typos, names, places and ways of attending. */
export const judgedQueries: readonly [Expectation, readonly string[]][] = [
  [
    { services: ['psicoterapia'], says: ['psicol', 'psicot'], offers: /psicoterapia|entrevista|individual|psiqui/i },
    [
      'psicologo',
      'psicóloga',
      'PSICOLOGIA',
      'psicologo cerca',
      'necesito un psicólogo',
      'busco psicologa',
      'sicologo',
      'psicólgo',
      'psicoloja',
      'psicoterapia',
      'psicoterapeuta',
      'hacer terapia psicologica',
    ],
  ],
  [
    { services: ['psicoterapia'], offers: /psicoterapia|entrevista|individual|psiqui/i },
    [
      'ansiedad',
      'tengo ansiedad',
      'ataques de panico',
      'ataque de pánico',
      'depresion',
      'estoy deprimida',
      'me siento triste',
      'angustia',
      'no puedo dormir',
      'insomnio',
      'estres',
      'stress',
      'fobias',
      'miedo a volar',
      'autoestima baja',
      'duelo',
      'murio mi padre duelo',
      'ansiedá',
      'depresión posparto',
      'estoy agotada',
    ],
  ],
  [{ services: ['psicoterapia'] }, ['me quiero morir', 'no quiero vivir más', 'suicidio']],
  [
    { services: ['psicoterapia'], says: ['pareja'], offers: /pareja/i },
    ['terapia de pareja', 'psicologo de pareja', 'terapia matrimonial', 'crisis de pareja'],
  ],
  [{ services: ['psicoterapia'], says: ['familia'], offers: /familia/i }, ['terapia familiar', 'sesion familiar']],
  [
    { services: ['psicoterapia'], says: ['infantil'], offers: /psicoterapia|entrevista|individual/i },
    [
      'psicologo infantil',
      'psicólogo para niños',
      'psicologa para mi hijo',
      'psicologia infantil',
      'psicologo gurises',
    ],
  ],
  [{ says: ['adolescen'] }, ['psicologo adolescentes', 'adolescentes']],
  [{ says: ['psiquiatr'], offers: /psiqui/i }, ['psiquiatra', 'psiquiatría', 'siquiatra', 'consulta psiquiatrica']],
  [
    { services: ['fisioterapia', 'kinesiologia', 'osteopatia', 'masajistas', 'quiropracticos'] },
    [
      'dolor de espalda',
      'dolor lumbar',
      'me duele la espalda',
      'lumbalgia',
      'ciatica',
      'contractura',
      'dolor de cuello',
      'cervicales',
      'dolor cervical',
      'me duele la rodilla',
      'dolor de rodilla',
      'esguince de tobillo',
      'dolor de hombro',
      'lesion deportiva',
      'me duele la cintura',
    ],
  ],
  [
    { services: ['fisioterapia'], says: ['fisio'], offers: /fisio|rehab|posoper|deport/i },
    ['fisio', 'fisioterapia', 'fisioterapeuta', 'fisoterapia', 'fisioterpia', 'FISIÓ', 'sesion de fisioterapia'],
  ],
  [
    { services: ['fisioterapia'], says: ['rodilla'], offers: /rodilla/i },
    ['rehabilitacion de rodilla', 'rehabilitación rodilla u hombro'],
  ],
  [{ says: ['pelvi'] }, ['suelo pélvico', 'piso pelvico', 'suelo pelvico', 'rehabilitacion piso pélvico']],
  [
    { services: ['nutricion'], says: ['nutri'], offers: /nutri|aliment|consulta/i },
    [
      'nutricionista',
      'nutrición',
      'nutricion',
      'nutrisionista',
      'bajar de peso',
      'adelgazar',
      'dieta',
      'dieta para diabetes',
      'colesterol',
      'celiaca',
      'sobrepeso',
    ],
  ],
  [
    { services: ['logopedia'], says: ['fono', 'logop', 'lenguaje', 'tartam', 'voz'], offers: /fono|lenguaje|voz/i },
    ['fonoaudiologa', 'fonoaudiologia', 'fono', 'logopeda', 'tartamudez', 'trastorno del lenguaje', 'fonoudiologa'],
  ],
  [
    { services: ['masajistas'], says: ['masaj'], offers: /masaj|drenaje/i },
    ['masajes', 'masaje descontracturante', 'masajista', 'masaje relajante', 'masages'],
  ],
  [{ services: ['masajistas'], says: ['drenaje'], offers: /drenaje/i }, ['drenaje linfatico', 'drenaje linfático']],
  [{ services: ['osteopatia'], says: ['osteop'], offers: /osteop/i }, ['osteopata', 'osteopatía', 'osteopatia']],
  [{ services: ['acupuntura'], says: ['acupun'], offers: /acupun/i }, ['acupuntura', 'acupunturista', 'acupuntra']],
  [{ services: ['reiki'], says: ['reiki'], offers: /reiki/i }, ['reiki', 'sesion de reiki']],
  [{ services: ['quiropracticos'], says: ['quiro'], offers: /quiro/i }, ['quiropractico', 'quiropraxia']],
  [
    { services: ['kinesiologia'], says: ['kinesi'], offers: /kinesi|reedu|ejerc/i },
    ['kinesiologo', 'kinesiología', 'kine'],
  ],
  [
    { services: ['terapia-ocupacional'], says: ['ocupacional'], offers: /ocupacional|evaluaci|inicial/i },
    ['terapia ocupacional', 'terapista ocupacional'],
  ],
  [{ says: ['mindful'], offers: /mindful|guiada/i }, ['mindfulness', 'mindfullness']],
  [{ says: ['flores'] }, ['flores de bach']],
  [{ says: ['parkinson'] }, ['parkinson', 'rehabilitacion parkinson']],
  [
    { services: ['psicoterapia'], neighborhood: 'Pocitos' },
    ['psicologa pocitos', 'psicologo en pocitos', 'psicólogo cerca de Pocitos', 'busco psicologo por pocitos'],
  ],
  [
    { services: ['fisioterapia'], neighborhood: 'Cordón' },
    ['fisio cordon', 'fisioterapia en Cordón', 'fisio barrio cordon'],
  ],
  [{ services: ['masajistas'], neighborhood: 'Pocitos' }, ['masajes en pocitos', 'masajista zona pocitos']],
  [
    { services: ['psicoterapia'], place: 'online' },
    [
      'psicologo online',
      'psicologa por videollamada',
      'terapia por zoom',
      'psicólogo virtual',
      'psicologa por whatsapp',
      'ansiedad online',
    ],
  ],
  [{ services: ['nutricion'], place: 'online' }, ['nutricionista online', 'dieta online']],
  [
    { services: ['fisioterapia'], place: 'home' },
    ['fisioterapeuta a domicilio', 'fisio en mi casa', 'kinesiologo o fisio a domicilio'],
  ],
  [{ services: ['masajistas'], place: 'center' }, ['masaje presencial']],
  [
    { services: ['psicoterapia'], hours: [18, 24] },
    ['psicologo de noche', 'psicóloga a la noche', 'psicologo despues de las 18', 'terapia después del trabajo'],
  ],
  [{ services: ['fisioterapia'], hours: [0, 12] }, ['fisio por la mañana', 'fisio de mañana', 'fisioterapia temprano']],
  [{ services: ['masajistas'], hours: [12, 18] }, ['masajes de tarde', 'masaje de tardecita', 'masaje por la tarde']],
  [{ services: ['psicoterapia'], place: 'online', hours: [18, 24] }, ['psicóloga online de noche']],
  [{ services: ['fisioterapia'], weekdays: [6] }, ['fisio sábado', 'fisio el sabado', 'fisioterapia los sábados']],
  [
    { services: ['masajistas'], weekdays: [6, 7] },
    ['masajes este finde', 'masajes fin de semana', 'masajes sábado o domingo'],
  ],
  [{ services: ['psicoterapia'], weekdays: [1] }, ['psicologo lunes', 'turno psicologa el lunes']],
  [{ services: ['nutricion'], weekdays: [6] }, ['nutricionista mañana']],
  [{ services: ['nutricion'], weekdays: [1], hours: [0, 12] }, ['nutricionista lunes a la mañana']],
  [{ services: ['fisioterapia'], weekdays: [5] }, ['fisio hoy', 'fisio para hoy mismo']],
  [{ services: ['fisioterapia'], weekdays: [1], neighborhood: 'Pocitos' }, ['fisio lunes Pocitos']],
  [
    { services: ['psicoterapia'], says: ['infantil'] },
    [
      'psicólogo para mi hijo cerca',
      'psicologa para mi nena',
      'psicologo para gurises en montevideo',
      'mi hijo tiene ansiedad',
    ],
  ],
  [
    { services: ['logopedia'], offers: /fono|lenguaje|voz/i },
    ['fonoaudióloga para niños', 'mi hijo tartamudea', 'mi nene no habla bien'],
  ],
  [{ services: ['psicoterapia'], verified: true }, ['psicólogo verificado', 'psicologas verificadas online']],
  [
    { services: ['psicoterapia'], offers: /psicoterapia|entrevista|individual|psiqui/i },
    [
      'pisicologo',
      'quiero hablar con una psicóloga',
      'psicologa barata',
      'psicologo emdr',
      'psicoanalista',
      'terapia gestalt',
      'no duermo',
      'estoy re bajón',
      'ando nervioso',
      'me siento sola',
      'me separé',
      'celos',
      'adicciones',
      'dejar el alcohol',
      'violencia de género',
      'estrés laboral burnout',
      'adolescente rebelde',
      'tdah',
      'duelo por mi madre',
    ],
  ],
  [{ services: ['psicoterapia', 'nutricion'] }, ['anorexia', 'bulimia']],
  [{ services: ['psicoterapia'] }, ['me quiero matar', 'tengo ganas de morir']],
  [
    { services: ['psicoterapia'], says: ['psiquiatr'], offers: /psiqui/i },
    ['medicación para la depresión', 'antidepresivos', 'bipolaridad'],
  ],
  [
    { services: ['fisioterapia', 'kinesiologia', 'osteopatia', 'masajistas', 'quiropracticos'] },
    [
      'me tranqué la espalda',
      'tengo la espalda hecha bolsa',
      'contractura en el cuello',
      'nudo en la espalda',
      'torticolis',
      'me duele la ciatica',
      'me quebre la muñeca',
      'se me durmió el brazo',
      'tendinitis',
      'codo de tenista',
      'hernia de disco',
      'escoliosis',
      'fascitis plantar',
      'pie plano',
      'bruxismo',
      'me duele la mandibula',
      'vertigo',
      'lesion corriendo',
      'traumatologo',
      'deportologo',
    ],
  ],
  [
    // A regulated service comes first for an illness.
    { services: ['fisioterapia', 'osteopatia', 'acupuntura'], offers: /fisio/i },
    ['me duele la cabeza', 'migraña', 'jaqueca'],
  ],
  [{ services: ['fisioterapia'], says: ['pelvi'] }, ['incontinencia urinaria', 'piso pelvico postparto']],
  [
    { services: ['fisioterapia', 'terapia-ocupacional'], says: ['acv', 'neurorr'], offers: /neuro|ocupacional|vida/i },
    ['mi mamá tuvo un acv', 'rehabilitación después de ACV'],
  ],
  [
    { services: ['terapia-ocupacional'], offers: /ocupacional|vida|hogar/i },
    ['abuelo con alzheimer', 'adulto mayor a domicilio'],
  ],
  [{ says: ['autis'], offers: /ocupacional|psicot|vida/i }, ['autismo']],
  [
    { services: ['logopedia'], offers: /fono|lenguaje|voz/i },
    ['gurises con problemas de lenguaje', 'tartamudo', 'mi hijo no habla', 'dislexia', 'se le va la voz'],
  ],
  [
    { services: ['nutricion'], says: ['nutri'], offers: /nutri|aliment|consulta/i },
    [
      'nutri online',
      'nutri para adelgazar',
      'vegano',
      'celiaquia',
      'colon irritable',
      'diabetes tipo 2',
      'nutricoinista',
    ],
  ],
  [{ says: ['nutricion infantil'], services: ['nutricion'], offers: /nutri/i }, ['mi hija no come']],
  [{ services: ['psicoterapia', 'acupuntura'], offers: /psicoterapia|individual|entrevista/i }, ['dejar de fumar']],
  [{ services: ['acupuntura'], offers: /acupun|consulta/i }, ['acupuntura para dejar de fumar', 'acupuntrua']],
  [
    { services: ['reiki', 'radiestesia'], offers: /reiki|radiest|armoniz/i },
    ['limpieza energetica', 'reiki a distancia'],
  ],
  [
    { services: ['masajistas'], offers: /masaj|drenaje/i },
    ['masajes descontracturates', 'masajes hoy a la tarde en pocitos', 'drenaje linfatico posoperatorio'],
  ],
  [{ says: ['casa solsticio'] }, ['casa solsticio', 'casa solstisio']],
  [{ says: ['belen orrego'] }, ['Lic. Belén Orrego', 'belen orego']],
]
