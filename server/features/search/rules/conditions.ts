import type { ServiceSlug } from '#contract/specialty-keys.ts'

/**
 * What people have, in the words and abbreviations with which they type it, and the services of the catalogue that treat it.
 *
 * Sources, all public and used as facts, without their texts:
 * - the chapters and names of the ICD-10 and ICD-11 of the World Health Organization (icd.who.int), and of the DSM-5 for
 *   abbreviations (TEA, TDAH, TOC, TEPT, TCA);
 * - DeCS, the health descriptors of BIREME/PAHO (decs.bvsalud.org), for Spanish, Portuguese and English names;
 * - the scope of practice that World Physiotherapy, the World Federation of Occupational Therapists and the Uruguayan schools of
 *   the Universidad de la República (EUTM, Nutrición, Psicología) publish for physiotherapy, occupational therapy, speech
 *   therapy, nutrition and psychology;
 * - MedlinePlus en español (medlineplus.gov) for everyday names;
 * - Uruguayan speech («me tranqué», «ando bajón»): «Diccionario del español del Uruguay», Academia Nacional de Letras.
 *
 * The first column has folded beginnings of words or phrases, separated by commas; `=` after one requires the whole word. The
 * second has the services, the first of them the usual one. The third, if any, has what a centre says that treats just this:
 * such centres come first; after `!` also before nearer ones, because few treat it.
 */
type Row = readonly [typed: string, services: string, says?: string]

const rows: readonly Row[] = [
  // Neurology
  ['parkinson', 'fisioterapia terapia-ocupacional', '!parkinson'],
  [
    'acv=, ictus, derrame cerebral, ataque cerebral, stroke=, hemiplej, hemipares, accidente cerebrovascular, paraliz, paralit, medio cuerpo',
    'fisioterapia terapia-ocupacional',
    '!acv,neurorrehab,neurorehab',
  ],
  [
    'alzheimer, alzeimer, alzaimer, demencia, deterioro cognitivo, perdida de memoria, se olvida, memoria, olvidos, olvida todo',
    'terapia-ocupacional',
    'adultos mayores,demencia,alzheimer',
  ],
  [
    'esclerosis, em=, ela=, paralisis cerebral, paralisis facial, lesion medular, traumatismo de craneo, tec=, ataxia, distrofia, guillain',
    'fisioterapia terapia-ocupacional',
    '!neurorrehab,neurorehab,neurolog',
  ],
  [
    'rehabilitacion neurologica, neurorehabilit, neurorrehabilit',
    'fisioterapia terapia-ocupacional',
    '!neurorrehab,neurorehab',
  ],
  ['epilepsia', 'terapia-ocupacional fisioterapia', 'neurolog,neurorrehab'],
  ['afasia', 'logopedia', 'acv,lenguaje'],
  // Development
  [
    'tea=, autis, espectro autista, asperger, tgd=',
    'terapia-ocupacional psicoterapia logopedia',
    '!autismo,integracion sensorial',
  ],
  [
    'tdah=, tda=, tdh=, adhd=, deficit atencional, deficit de atencion, hiperactiv, hiperkinetic, no se concentra, no presta atencion, concentrar, concentracion, no me concentro',
    'psicoterapia',
  ],
  [
    'integracion sensorial, sensorial, motricidad fina, motricidad, lapiz, abrochar, abrocharse, atarse los cordones, tunica, torpe, psicomotric, retraso madurativo, retraso del desarrollo',
    'terapia-ocupacional',
    'integracion sensorial',
  ],
  ['sindrome de down, down=', 'terapia-ocupacional logopedia fisioterapia', 'integracion sensorial,lenguaje infantil'],
  ['terapista ocupacional, terapia ocupacional, terapeuta ocupacional, ergoterap, to=', 'terapia-ocupacional'],
  ['adaptar, adaptacion del hogar, adaptar la casa, barandas', 'terapia-ocupacional', '!adaptacion del hogar'],
  ['discapacid, discapacitad, muletas', 'terapia-ocupacional fisioterapia'],
  [
    'dislexi, discalculi, disgrafi, lectoescritura, aprender a leer, no lee=, lee mal, dificultades de aprendizaje, problemas de aprendizaje',
    'logopedia psicoterapia',
    '!dislexia',
  ],
  [
    'tartamud, tartamude, tartaja, disfemia, disfluen, repite las silabas, repite silabas, se traba al hablar, se traba',
    'logopedia',
    '!tartamudez',
  ],
  [
    'dislalia, no habla, habla mal, no dice la r, no le sale la r, la rr, no pronuncia la r, no pronuncia, pronuncia mal, retraso del lenguaje, retraso en el habla, trastorno del lenguaje, tel=, no se le entiende, empezar a hablar, hablar bien',
    'logopedia',
    'lenguaje',
  ],
  ['disfagia, se atraganta, se ahoga al comer, tragar, deglucion', 'logopedia', '!deglucion'],
  [
    'disfonia, afonia, nodulos en la voz, nodulos vocales, ronquera, perdi la voz, cuerdas vocales, mi voz=, voz=, afonic, ronco=, ronca=, cantante, locutor, cuidar la voz',
    'logopedia',
    '!voz',
  ],
  ['frenillo, respirador bucal, audicion, hipoacus, audifono, sordera', 'logopedia'],
  // Mental health
  ['toc=, obsesivo compulsivo', 'psicoterapia'],
  ['tept=, postraumatic, estres postraumatico', 'psicoterapia'],
  [
    'tca=, trastorno alimentario, trastornos alimentarios, anorexi, bulimi, atracon, atracones, trastorno de la conducta alimentaria',
    'psicoterapia nutricion',
  ],
  [
    'ansiedad=, tag=, ansios, ataques de ansiedad, crisis de ansiedad, crisis de angustia, ataque de nervios',
    'psicoterapia',
  ],
  ['me late el corazon, palpitacion, taquicardia', 'psicoterapia'],
  ['cancer, quimio, quimioterapia, oncologic', 'psicoterapia nutricion fisioterapia'],
  ['fobia, agorafobia, claustrofobia', 'psicoterapia'],
  [
    'duelo=, duelos, viudez, enviud, quede viuda, quede viudo, perdi a mi, perdimos a, se murio, murio mi, fallecio',
    'psicoterapia',
    'duelo',
  ],
  [
    'burnout, burn out, quemado, quemada por el trabajo, quemada del, quemado del, quemada con el, laburo me, agotamiento, estoy agotad, no doy mas',
    'psicoterapia',
  ],
  [
    'insomni, no duermo, no puedo dormir, no logro dormir, duermo mal, me desvelo, desvelo, trastornos del sueno',
    'psicoterapia',
    'sueno',
  ],
  [
    'adicc, adicto, adicta, alcoholism, alcoholic, drogas, porro, porros, faso, toma mucho, toma alcohol, tomando mucho, dejar de tomar, chupa, cannabis, cocaina, pasta base, marihuana, ludopat, apuestas, juego compulsivo, consumo problematico',
    'psicoterapia',
  ],
  ['fumar, tabaquismo, cigarrillo, cigarro', 'psicoterapia acupuntura'],
  [
    'depre=, depresi, deprimid, apoyo emocional, contencion emocional, apoyo psicologico, bajon, bajoneado, bajoneada, sin ganas, no tengo ganas, falta de ganas, no tengo energia, sin energia, lloro, llorando, llora',
    'psicoterapia',
    'depresion',
  ],
  [
    'me siento sol, siento re sol, siento muy sol, siento tan sol, muy sola, re sola, tan sola, soledad, odio mi cuerpo, me odio, me siento mal, me siento trist, hablar con alguien, necesito hablar, desahogarme, con quien hablo, con quien hablar, estoy solo, estoy sola, viejo y solo',
    'psicoterapia',
  ],
  [
    'bullying, acoso escolar, le pegan en la escuela, no quiere ir a la escuela, no quiere ir al liceo, problemas de conducta, berrinche, se porta mal, rabietas, se hace pichi, se hace pis, moja la cama, enuresis, encopresis',
    'psicoterapia',
    'psicologia infantil,crianza',
  ],
  ['crianza, limites, limites a mis hijos', 'psicoterapia', 'crianza'],
  ['separacion, separarme, separarnos, separarse, me separe, nos separamos, divorci', 'psicoterapia', 'separaciones'],
  ['violencia, maltrat, abuso sexual, abusaron', 'psicoterapia'],
  ['depresion posparto, depresion postparto, baby blues', 'psicoterapia'],
  [
    'manejo del estres, manejo de estres, controlar el estres',
    'terapias-complementarias psicoterapia',
    'manejo del estres',
  ],
  [
    'celos=, celosa, celoso, infidelidad, me engano, pelea, peleas, peleamos, peleando, discutimos, discutiendo',
    'psicoterapia',
  ],
  [
    'orientacion vocacional, vocacional, que estudiar, que carrera, q carrera, carrera seguir, elegir carrera',
    'terapias-complementarias psicoterapia',
    '!orientacion vocacional',
  ],
  ['identidad de genero, transicion de genero, genero=, trans=, lgbt, lgbtiq, sexualidad', 'psicoterapia'],
  ['hablar en publico, panico escenico, timidez, timida', 'psicoterapia'],
  // Movement
  ['rpg=, reeducacion postural, postural', 'kinesiologia fisioterapia', '!postural'],
  ['sonar los huesos, crujir, me crujan, hacer crujir, tronar', 'quiropracticos osteopatia'],
  [
    'escolio, lordosis, cifosis, joroba, mala postura, encorvad',
    'kinesiologia fisioterapia osteopatia quiropracticos',
    'postural,postura',
  ],
  [
    'atm=, articulacion temporomandibular, bruxis, rechino, aprieto los dientes, mandibul, trismo',
    'fisioterapia osteopatia',
  ],
  ['fibromialg, dolor cronico, fatiga cronica', 'fisioterapia kinesiologia psicoterapia acupuntura', 'dolor cronico'],
  ['ciatic, lumbociat', 'fisioterapia kinesiologia osteopatia quiropracticos', 'ciatica,lumbalgia,dolor de espalda'],
  [
    'lumbalgi, lumbago, cintura, lumbar, espalda baja',
    'fisioterapia kinesiologia osteopatia quiropracticos masajistas',
    'dolor de espalda,lumbalgia',
  ],
  [
    'tunel carpiano, sindrome del tunel, mano=, manos=, dedo=, dedos=, pulgar',
    'terapia-ocupacional fisioterapia',
    'mano',
  ],
  ['manguito rotador, manguito, hombro congelado, hombro, supraespinoso', 'fisioterapia kinesiologia', 'hombro'],
  ['esguince, tobillo, torcedura, torci, doble el tobillo', 'fisioterapia kinesiologia', 'lesiones deportivas'],
  [
    'cervicalg, cervical, torticol, latigazo, cuello,  nuca',
    'fisioterapia kinesiologia osteopatia quiropracticos masajistas',
    'cervical',
  ],
  [
    'hernia de disco, hernias, hernia discal, hernia, protrusion, espondil',
    'fisioterapia kinesiologia osteopatia quiropracticos',
    'dolor de espalda',
  ],
  [
    'artros, artrit, reuma, reumatoide, gota=, osteoporos, sarcopenia, masa muscular',
    'fisioterapia kinesiologia',
    'adultos mayores,ejercicio terapeutico',
  ],
  ['meniscos, ligamentos cruzados, ligamento cruzado, lca=, rodilla, rotula', 'fisioterapia kinesiologia', 'rodilla'],
  [
    'protesis de cadera, protesis, cadera, me operaron, operacion, posoperator, postoperator, cirugia, operad',
    'fisioterapia kinesiologia',
    'posoperatorio',
  ],
  ['fractur, quebre, quebro, quebrad, yeso=, sacaron el yeso', 'fisioterapia terapia-ocupacional'],
  ['espalda', 'fisioterapia kinesiologia osteopatia quiropracticos masajistas', 'dolor de espalda'],
  ['columna, vertebra, postura, sacroiliac', 'kinesiologia fisioterapia osteopatia quiropracticos'],
  [
    'contractur, nudo=, nudos=, trancad, me tranque, tranque, tension muscular, tension en el cuello, agarrotad',
    'fisioterapia kinesiologia masajistas osteopatia',
  ],
  [
    'desgarr, tendinit, epicondil, periostit, codo=, pubalgia, fascit, espolon, lesion, lesione, lesionad',
    'fisioterapia kinesiologia',
    'lesiones deportivas',
  ],
  ['pie plano, pies planos, pie, pies, talon, plantillas', 'fisioterapia kinesiologia'],
  [
    'vertigo, mareos, mareo, equilibrio, se cae, caidas, caida, me caigo',
    'fisioterapia kinesiologia',
    'equilibrio,vestibular',
  ],
  [
    'migran, jaquec, cefalea, dolor de cabeza, duele la cabeza, cabeza',
    'fisioterapia osteopatia acupuntura',
    'cefalea,migrana',
  ],
  [
    'epoc=, asma, asmatic, bronquit, bronquiolit, fibrosis quistica, kinesiologia respiratoria, fisioterapia respiratoria, respirar, falta de aire, flema',
    'kinesiologia fisioterapia',
    '!respiratori',
  ],
  ['covid, long covid, post covid', 'kinesiologia fisioterapia', 'respiratori'],
  [
    'cardiac, iam=, infarto, despues de un infarto, corazon=, bypass=, stent=, hipertens, presion alta, insuficiencia cardiaca, rehabilitacion cardiaca',
    'kinesiologia',
    '!cardiac,hipertension',
  ],
  [
    'incontinenc, se me escapa el pis, se me escapa la orina, piso pelvic, suelo pelvic, pelvic, prolapso, vaginismo, endometrios, diastasis, dispareunia',
    'fisioterapia',
    '!pelvic',
  ],
  [
    'linfedema, drenaje linfatico, retencion de liquidos, piernas cansadas, piernas hinchadas, piernas inchadas, drenaje',
    'masajistas',
    '!drenaje linfatico',
  ],
  ['caminar, volver a caminar, marcha', 'fisioterapia kinesiologia', 'equilibrio'],
  ['vestirse, banarse, valerse, autonomia, vida diaria', 'terapia-ocupacional'],
  [
    'adulto mayor, adultos mayores, tercera edad, ancian, geriatr',
    'terapia-ocupacional fisioterapia',
    'adultos mayores',
  ],
  // Stages
  ['menopaus, climaterio, sofocos', 'nutricion psicoterapia fisioterapia acupuntura'],
  [
    'embaraz, preparto, preparacion al parto, preparacion para el parto, prenatal',
    'fisioterapia nutricion osteopatia',
    '!embarazo',
  ],
  ['posparto, postparto, puerperio', 'fisioterapia nutricion psicoterapia', 'pelvic,lactancia'],
  ['lactancia, amamantar, teta, se prende al pecho, dar pecho', 'logopedia nutricion', 'lactancia,deglucion'],
  // Nutrition
  ['celiac, celiaqu, gluten', 'nutricion', '!celiaquia'],
  ['diabet, azucar, glucosa, glicemia, glucemia, prediabet, azucar alta, insulin', 'nutricion', 'diabetes'],
  ['colesterol, trigliceri, higado graso, acido urico', 'nutricion'],
  [
    'obesidad, sobrepeso, bajar de peso, perder peso, adelgaz, engord, subir de peso, kilos, rollitos, panza',
    'nutricion',
  ],
  [
    'colon irritable, sibo=, gastritis, reflujo, constipad, constipacion, hinchazon, intoleran, lactosa, crohn, estrenimiento, alergia alimentaria',
    'nutricion',
  ],
  ['vegan, vegetarian', 'nutricion', 'vegetariana'],
  [
    'comer mejor, comer sano, alimentacion saludable, comida sana, no come, come mal, come poco, selectivo con la comida',
    'nutricion',
  ],
  ['comer, alimentarme', 'nutricion'],
  [
    'ganar musculo, rendimiento deportivo, suplementos, nutricion deportiva',
    'nutricion',
    'nutricion deportiva,deportiva',
  ],
  ['anemia, hierro bajo, tiroides, hipotiroid, ovario poliquistico, sop=', 'nutricion'],
  // Named complementary therapies
  ['flores de bach, florales', 'terapias-complementarias', 'flores de bach'],
  ['aromas, aromaterap, sahum, aceites esenciales', 'terapias-complementarias', 'aromaterapia'],
  ['energias, malas energias, limpieza energetica, limpiar energias, mala vibra', 'radiestesia reiki', 'armonizacion'],
  ['chakra, aura=, energia vital', 'reiki radiestesia terapias-complementarias'],
  ['medicina china, medicina tradicional china', 'acupuntura'],
  ['atencion plena, meditar, meditac', 'terapias-complementarias', 'mindful,meditac'],
]

/** `says`: beginnings of words of specialties and services. */
export type Condition = { services: readonly ServiceSlug[]; says: readonly string[]; isRare?: boolean }
type Typed = { words: readonly string[]; isWhole: boolean; condition: Condition }

/** By the first four letters of the first word, so that a long text is read in linear time. */
const byBeginning = new Map<string, Typed[]>()
const keyOf = (word: string) => word.slice(0, 2)
for (const [typed, services, says = ''] of rows) {
  const condition = {
    services: services.split(' ') as ServiceSlug[],
    says: says === '' ? [] : says.replace('!', '').split(','),
    isRare: says.startsWith('!'),
  }
  for (const phrase of typed.split(', ')) {
    const words = phrase.replace('=', '').split(' ')
    const key = keyOf(words[0] ?? '')
    byBeginning.set(key, [...(byBeginning.get(key) ?? []), { words, isWhole: phrase.endsWith('='), condition }])
  }
}

/** The longest condition that begins at this word of a folded text, and how many words it takes. */
export function conditionAt(
  words: readonly string[],
  start: number,
): { condition: Condition; length: number } | undefined {
  const matching = (byBeginning.get(keyOf(words[start] ?? '')) ?? []).filter(({ words: phrase, isWhole }) =>
    phrase.every((part, index) => {
      const word = words[start + index]
      const isLast = index === phrase.length - 1
      return (
        word !== undefined &&
        (isLast && !isWhole && (part.length > 3 || phrase.length > 1) ? word.startsWith(part) : word === part)
      )
    }),
  )
  const [longest] = matching.toSorted((a, b) => b.words.length - a.words.length || weigh(b.words) - weigh(a.words))
  return longest && { condition: longest.condition, length: longest.words.length }
}

const weigh = (words: readonly string[]) => words.join('').length
