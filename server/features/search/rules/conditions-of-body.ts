import type { ConditionRow } from './condition-row.ts'

/** What people have in the body, at each stage of life, and of what they eat; and the therapies that they call by a name. See condition-row.ts for the columns and the sources. */
export const conditionsOfBody: readonly ConditionRow[] = [
  // Neurology
  ['parkinson, temblor, me tiembla, le tiembla, tiembla, tiemblan', 'fisioterapia terapia-ocupacional', '!parkinson'],
  [
    'acv=, ictus, derrame cerebral, ataque cerebral, stroke=, hemiplej, hemipares, accidente cerebrovascular, paraliz, paralit, medio cuerpo',
    'fisioterapia terapia-ocupacional',
    '!acv,neurorrehab,neurorehab',
  ],
  [
    'alzheimer, alzeimer, alzaimer, demencia, deterioro cognitivo, perdida de memoria, se olvida, memoria, olvidos, olvida todo, no recuerda, no se acuerda, repite lo mismo, repite todo, se desorienta, desorientad, no me reconoce, no nos reconoce, no reconoce, se pierde en la calle, ejercicios de memoria, ejercicios para la memoria, entrenar la memoria, estimulacion cognitiva',
    'terapia-ocupacional',
    'adultos mayores,demencia,alzheimer',
  ],
  [
    'esclerosis, em=, ela=, paralisis cerebral, paralisis facial, lesion medular, traumatismo de craneo, tec=, ataxia, distrofia, guillain, neuropat, sensibilidad en los pies, no siento los pies',
    'fisioterapia terapia-ocupacional',
    '!neurorrehab,neurorehab,neurolog',
  ],
  [
    'rehabilitacion neurologica, neurorehabilit, neurorrehabilit',
    'fisioterapia terapia-ocupacional',
    '!neurorrehab,neurorehab',
  ],
  ['epilepsia', 'terapia-ocupacional fisioterapia', 'neurolog,neurorrehab'],
  [
    'afasia, no le salen las palabras, no me salen las palabras, no encuentra las palabras, perdio el habla, recuperar el habla',
    'logopedia',
    'acv,lenguaje',
  ],
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
  [
    'fibromialg, fibro=, dolor cronico, dolores cronicos, fatiga cronica, sensibilizacion central, dolor generalizado, dolores en todo, dolor en todo, duele todo, todo el cuerpo, cuerpo entero, miofascial, puntos gatillo, dolor neuropatico, neuralgia, culebrilla, herpes zoster, sudeck, dolor regional',
    'fisioterapia kinesiologia acupuntura',
    'dolor cronico',
  ],
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
    'artros, artrit, reuma, reumatoide, reumatic, lupus, polimialgia, artralgia, espondilitis anquilosante, espondiloartr, psoriasic, sjogren, esclerodermia, articulacion, articular, duelen los huesos, duelen las coyunturas, coyuntura, dolor de huesos, desgaste, gota=, osteoporos, sarcopenia, masa muscular',
    'fisioterapia kinesiologia',
    'adultos mayores,ejercicio terapeutico',
  ],
  ['meniscos, ligamentos cruzados, ligamento cruzado, lca=, rodilla, rotula', 'fisioterapia kinesiologia', 'rodilla'],
  [
    'protesis de cadera, protesis, cadera, me operaron, operacion, posoperator, postoperator, cirugia, operad, artroscop',
    'fisioterapia kinesiologia',
    'posoperatorio',
  ],
  ['fractur, quebre, quebro, quebrad, yeso=, sacaron el yeso', 'fisioterapia terapia-ocupacional'],
  [
    'espalda, lomo=, enderez, espinazo',
    'fisioterapia kinesiologia osteopatia quiropracticos masajistas',
    'dolor de espalda',
  ],
  ['columna, vertebra, postura, sacroiliac', 'kinesiologia fisioterapia osteopatia quiropracticos'],
  [
    'contractur, nudo=, nudos=, trancad, me tranque, tranque, tension muscular, tension en el cuello, agarrotad',
    'fisioterapia kinesiologia masajistas osteopatia',
  ],
  [
    'desgarr, tendinit, epicondil, periostit, codo=, codo de tenista, codo de golfista, pubalgia, fascit, espolon, lesion, lesione, lesionad, iliotibial, tibial, banda iliotibial, tendon, calambre, calambres, sobrecarga muscular, distension, esguinc',
    'fisioterapia kinesiologia',
    'lesiones deportivas',
  ],
  ['pie plano, pies planos, pie, pies, talon, plantillas, pisada, juanete, juanetes', 'fisioterapia kinesiologia'],
  [
    'vertigo, mareos, mareo, mareos, me mareo, laberint, vestibular, inestab, equilibrio, se cae, caidas, caida, me caigo',
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
    'incontinenc, se me escapa el pis, se me escapa la orina, piso pelvic, suelo pelvic, pelvic, prolapso, vaginismo, endometrios, diastasis, dispareunia, abdominales abiertos, abrieron los abdominales, separacion abdominal, me hago pis, se me escapa pis, pis al reir, dolor al tener relaciones',
    'fisioterapia',
    '!pelvic',
  ],
  [
    'linfedema, drenaje linfatico, retencion de liquidos, piernas cansadas, piernas hinchadas, piernas pesadas, varices, varicos, mala circulacion, piernas inchadas, drenaje',
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
  [
    'parto=, parir, dar a luz, cesarea, gestacion, gestacional',
    'fisioterapia psicoterapia nutricion',
    'embarazo,pelvic',
  ],
  ['diabetes gestacional', 'nutricion', 'embarazo,diabetes'],
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
    'comer mejor, comer sano, alimentacion saludable, comida sana, no come, no quiere comer, come solo, come sola, solo come, come mal, come poco, no prueba, manoso para comer, nauseas, nausea, vomitos, que comer, que puedo comer, plan de comida, plan de comidas, plan alimentario, selectivo con la comida',
    'nutricion',
  ],
  ['comer, alimentarme', 'nutricion'],
  [
    'ganar musculo, rendimiento deportivo, suplementos, comida para competir, comida para entrenar, comer antes de, comer antes del, comer antes de correr, que comer antes de correr, comer despues de entrenar, nutricion deportiva',
    'nutricion',
    'nutricion deportiva,deportiva',
  ],
  ['anemia, hierro bajo, tiroides, hipotiroid, ovario poliquistico, sop=', 'nutricion'],
  // Named complementary therapies
  ['flores de bach, florales', 'terapias-complementarias', 'flores de bach'],
  ['aromas, aromaterap, sahum, aceites esenciales', 'terapias-complementarias', 'aromaterapia'],
  [
    'energias, malas energias, limpieza energetica, limpiar energias, mala vibra, malas vibras, mala onda, malas ondas, mal de ojo, envidia',
    'radiestesia reiki',
    'armonizacion',
  ],
  ['chakra, aura=, energia vital', 'reiki radiestesia terapias-complementarias'],
  ['medicina china, medicina tradicional china', 'acupuntura'],
  ['atencion plena, meditar, meditac', 'terapias-complementarias', 'mindful,meditac'],
]
